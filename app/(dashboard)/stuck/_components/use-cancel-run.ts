"use client";

import { useEffect, useRef, useState } from "react";
import { CANCEL_BATCH, type CancelledRow, type CancelStuckOutcome, type StuckRow } from "@/lib/stuck-view";
import { cancelStuckAction } from "../actions";
import type { RowState, RowStates } from "./row-result";

const MAX_PAUSE_MS = 60_000;

export type CancelRun = {
  states: RowStates;
  isRunning: boolean;
  isStopping: boolean;
  isPaused: boolean;
  begin: (rows: readonly StuckRow[]) => void;
  stop: () => void;
  forget: () => void;
};

/**
 * Cancels rows a few at a time, in their order, and keeps what came of each. A service that asks for a pause gets it; one
 * that cannot be reached, or a person who may not, ends the run: the rest stays as it was.
 */
export function useCancelRun(): CancelRun {
  const [states, setStates] = useState<RowStates>({});
  const [phase, setPhase] = useState<"idle" | "running" | "paused">("idle");
  const [isStopping, setIsStopping] = useState(false);
  const running = useRef(false);
  const stopping = useRef(false);

  useEffect(() => {
    if (phase === "idle") return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [phase]);

  const mark = (rows: readonly StuckRow[], state: RowState): void =>
    setStates((before) => ({
      ...before,
      ...Object.fromEntries(rows.map((row) => [row.transactionId, state])),
    }));

  const run = async (rows: readonly StuckRow[]): Promise<void> => {
    mark(rows, { kind: "waiting" });
    for (let at = 0; at < rows.length; at += CANCEL_BATCH) {
      const batch = rows.slice(at, at + CANCEL_BATCH);
      const rest = rows.slice(at + CANCEL_BATCH);
      mark(batch, { kind: "sending" });
      const results = resultsOf(batch, await send(batch));
      for (const [index, row] of batch.entries()) {
        const result = results[index];
        if (result !== undefined)
          mark([row], { kind: "ended", outcome: result.outcome, paidAt: result.paidAt });
      }
      if (stopping.current || results.some(({ outcome }) => endsRun(outcome))) {
        mark(rest, { kind: "ended", outcome: { kind: "not_tried" }, paidAt: null });
        return;
      }
      const pauseMs = Math.max(0, ...results.map(({ outcome }) => pauseMsOf(outcome)));
      if (pauseMs > 0 && rest.length > 0) {
        setPhase("paused");
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        setPhase("running");
      }
    }
  };

  const begin = (rows: readonly StuckRow[]): void => {
    if (running.current || rows.length === 0) return;
    running.current = true;
    stopping.current = false;
    setIsStopping(false);
    setPhase("running");
    void run(rows).finally(() => {
      running.current = false;
      setPhase("idle");
      setIsStopping(false);
    });
  };

  return {
    states,
    isRunning: phase !== "idle",
    isStopping,
    isPaused: phase === "paused",
    begin,
    stop: () => {
      stopping.current = true;
      setIsStopping(true);
    },
    forget: () => setStates({}),
  };
}

/** A call that breaks off may have been carried out all the same. */
async function send(batch: readonly StuckRow[]): Promise<CancelStuckOutcome | { kind: "lost" }> {
  try {
    return await cancelStuckAction({
      targets: batch.map(({ reference, transactionId }) => ({ reference, transactionId })),
    });
  } catch {
    return { kind: "lost" };
  }
}

function resultsOf(
  batch: readonly StuckRow[],
  answer: CancelStuckOutcome | { kind: "lost" },
): CancelledRow[] {
  if (answer.kind === "done") return answer.results;
  const outcome: CancelledRow["outcome"] =
    answer.kind === "lost"
      ? { kind: "unknown" }
      : answer.kind === "invalid"
        ? { kind: "not_recorded" }
        : { kind: answer.kind };
  return batch.map(({ transactionId }) => ({ transactionId, outcome, paidAt: null }));
}

function endsRun(outcome: CancelledRow["outcome"]): boolean {
  switch (outcome.kind) {
    case "forbidden":
    case "signed_out":
    case "not_recorded":
      return true;
    case "not_sent":
      return outcome.trouble.kind !== "busy";
    case "cancelled":
    case "already_processed":
    case "not_latest":
    case "not_found":
    case "refused":
    case "unknown":
      return false;
  }
}

function pauseMsOf(outcome: CancelledRow["outcome"]): number {
  if (outcome.kind !== "not_sent" || outcome.trouble.kind !== "busy") return 0;
  return Math.min(MAX_PAUSE_MS, outcome.trouble.retryAfterSeconds * 1_000);
}
