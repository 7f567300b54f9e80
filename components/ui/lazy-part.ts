"use client";

import { useEffect, useState } from "react";

/** Lazily loaded code. Once loaded it is available synchronously; a failed load can be retried. */
type LazyPart<T> = { load: () => Promise<T>; loaded: () => T | null };

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  let part: T | null = null;
  let pending: Promise<T> | null = null;
  return {
    loaded: () => part,
    load: () => {
      pending ??= fetchPart().then(
        (fetched) => (part = fetched),
        (error: unknown) => {
          pending = null;
          throw error;
        },
      );
      return pending;
    },
  };
}

/** Loads a part before its use. A failure is ignored here and reported on use. */
export function prefetchPart(part: LazyPart<unknown>): void {
  part.load().catch(() => undefined);
}

export type LazyState<T> =
  | { kind: "loading" }
  | { kind: "ready"; part: T }
  | { kind: "failed"; tryAgain: () => void };

/** Null: not needed yet. */
export function useLazyPart<T>(lazy: LazyPart<T> | null): LazyState<T> {
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null);
  const [part, setPart] = useState<T | null>(() => lazy?.loaded() ?? null);

  useEffect(() => {
    if (lazy === null) return undefined;
    let isOver = false;
    lazy.load().then(
      (loaded) => !isOver && setPart(() => loaded),
      () => !isOver && setFailedAttempt(attempt),
    );
    return () => {
      isOver = true;
    };
  }, [lazy, attempt]);

  if (part !== null) return { kind: "ready", part };
  if (failedAttempt !== attempt) return { kind: "loading" };
  return { kind: "failed", tryAgain: () => setAttempt(attempt + 1) };
}
