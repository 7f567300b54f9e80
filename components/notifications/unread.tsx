"use client";

import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { fetchView } from "@/components/live/fetch-view";
import { pollDelayMs, type PollSchedule } from "@/components/live/polling";
import type { UnreadView } from "@/lib/notifications/notification-views";
import { paths } from "@/lib/paths";

/** Constant: a notification may arrive at any time. A hidden page does not poll. */
const BELL_SCHEDULE: PollSchedule = { firstMs: 20_000, steadyPolls: 1, growth: 1, maxMs: 26_000 };

type Unread = {
  unread: number;
  /** What a response says about the number. */
  learn: (unread: number) => void;
  /** Marks as read in the background: the page that a notification leads to opens at once. */
  markRead: (path: string) => void;
};

const UnreadContext = createContext<Unread>({
  unread: 0,
  learn: () => undefined,
  markRead: () => undefined,
});

export const useUnread = (): Unread => useContext(UnreadContext);

/** The number of unread notifications: from the server at first, then polled while the page is visible. */
export function UnreadProvider({ initial, children }: { initial: number; children: ReactNode }) {
  const [unread, learn] = useState(initial);
  useEffect(() => pollUnread(learn), []);
  const markRead = useCallback((path: string): void => {
    fetchView<UnreadView>(path, new AbortController().signal, "POST").then(
      (view) => learn(view.unread),
      // The next poll says what is unread.
      () => undefined,
    );
  }, []);
  const value = useMemo(() => ({ unread, learn, markRead }), [unread, markRead]);
  return <UnreadContext value={value}>{children}</UnreadContext>;
}

function pollUnread(learn: (unread: number) => void): () => void {
  const stopped = new AbortController();
  const seed = String(Math.random());
  let polls = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = async (): Promise<void> => {
    try {
      learn((await fetchView<UnreadView>(paths.api.unreadNotifications(), stopped.signal)).unread);
    } catch {
      // A bell that cannot be reached shows what it knows; the page itself says what is wrong.
    }
    plan();
  };
  const plan = (): void => {
    clearTimeout(timer);
    if (stopped.signal.aborted || document.visibilityState === "hidden") return;
    polls += 1;
    timer = setTimeout(() => void poll(), pollDelayMs(BELL_SCHEDULE, polls, seed));
  };
  const onVisible = (): void => {
    if (document.visibilityState === "visible") void poll();
  };
  plan();
  document.addEventListener("visibilitychange", onVisible, { signal: stopped.signal });
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}
