import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Called } from "@/lib/client";
import type { Clock } from "@/server/platform/clock";
import type { Part } from "./parts";

/** `unavailable`: a 503, or no connection. `wrong`: another response that is not a success. */
export type Outcome = { kind: "answered" } | { kind: "unavailable" } | { kind: "wrong"; what: string };

/** The start and end of one request (ms of the clock). */
export type Sample = { fromMs: number; toMs: number; outcome: Outcome };

export type Probe = {
  /** Its name in the figures: "signInPage". */
  name: string;
  /** The part whose availability it measures. */
  part: Part;
  /** The parts without which it cannot respond. */
  needs: readonly Part[];
  samples: Sample[];
};

const ANSWERED: Outcome = { kind: "answered" };
const UNAVAILABLE: Outcome = { kind: "unavailable" };
const RESPONSE_LIMIT_MS = 10_000;
const SHOWN_BODY = 80;

/** Repeats a request until `isOver`, one at a time, each a fixed time after the start of the last one. */
export async function poll(
  probe: Probe,
  {
    everyMs,
    clock,
    isOver,
    send,
  }: { everyMs: number; clock: Clock; isOver: () => boolean; send: () => Promise<Outcome> },
): Promise<void> {
  const now = (): number => clock.now().getTime();
  while (!isOver()) {
    const fromMs = now();
    const outcome = await send();
    const toMs = now();
    probe.samples.push({ fromMs, toMs, outcome });
    await sleep(Math.max(0, fromMs + everyMs - toMs));
  }
}

/** A page or a health endpoint; its body contains `shows` when it works. */
export async function askPage(url: string, shows: string): Promise<Outcome> {
  let status: number;
  let body: string;
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(RESPONSE_LIMIT_MS) });
    status = response.status;
    body = await response.text();
  } catch {
    return UNAVAILABLE;
  }
  if (status === 503) return UNAVAILABLE;
  if (status === 200 && body.includes(shows)) return ANSWERED;
  return { kind: "wrong", what: `${status} ${body.slice(0, SHOWN_BODY)}` };
}

/** A signed call. `isRight` checks the response and may store it. */
export async function askService<T>(
  call: Promise<Called<T>>,
  isRight: (value: T) => boolean,
): Promise<Outcome> {
  const response = await call;
  switch (response.kind) {
    case "answered":
      return isRight(response.value)
        ? ANSWERED
        : { kind: "wrong", what: JSON.stringify(response.value).slice(0, SHOWN_BODY) };
    case "refused":
      return { kind: "wrong", what: `refused: ${JSON.stringify(response.refusal).slice(0, SHOWN_BODY)}` };
    case "not_sent":
      return UNAVAILABLE;
    case "unknown":
      return response.status === 503 ||
        response.reason === "connection_lost" ||
        response.reason === "timed_out"
        ? UNAVAILABLE
        : { kind: "wrong", what: `${response.reason} ${response.status ?? ""}` };
  }
}

/** Uses a new connection: those of a killed Postgres may still work for a moment. */
export async function askDatabase(url: string): Promise<Outcome> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: RESPONSE_LIMIT_MS });
  // Also after closing: a connection may break while it closes.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return ANSWERED;
  } catch {
    return UNAVAILABLE;
  } finally {
    await client.end().catch(() => undefined);
  }
}
