import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Called } from "@/lib/client";
import type { Clock } from "@/server/platform/clock";
import type { Part } from "./parts";

/** `unavailable`: it says so (503), or there is no connection. `wrong`: any other answer than a success. */
export type Outcome = { kind: "answered" } | { kind: "unavailable" } | { kind: "wrong"; what: string };

/** One request, from when to when (ms of the clock). */
export type Sample = { fromMs: number; toMs: number; outcome: Outcome };

export type Probe = {
  /** As figures call it: "signInPage". */
  name: string;
  /** Whose availability it shows. */
  part: Part;
  /** Without which of the parts it cannot answer. */
  needs: readonly Part[];
  samples: Sample[];
};

const ANSWERED: Outcome = { kind: "answered" };
const UNAVAILABLE: Outcome = { kind: "unavailable" };
const ANSWER_LIMIT_MS = 10_000;
const SHOWN_BODY = 80;

/** Asks again and again until `isOver`, one request at a time, each so long after the last began. */
export async function poll(
  probe: Probe,
  {
    everyMs,
    clock,
    isOver,
    ask,
  }: { everyMs: number; clock: Clock; isOver: () => boolean; ask: () => Promise<Outcome> },
): Promise<void> {
  const now = (): number => clock.now().getTime();
  while (!isOver()) {
    const fromMs = now();
    const outcome = await ask();
    const toMs = now();
    probe.samples.push({ fromMs, toMs, outcome });
    await sleep(Math.max(0, fromMs + everyMs - toMs));
  }
}

/** A page or a health endpoint; `shows` stands in its body when it is well. */
export async function askPage(url: string, shows: string): Promise<Outcome> {
  let status: number;
  let body: string;
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    status = response.status;
    body = await response.text();
  } catch {
    return UNAVAILABLE;
  }
  if (status === 503) return UNAVAILABLE;
  if (status === 200 && body.includes(shows)) return ANSWERED;
  return { kind: "wrong", what: `${status} ${body.slice(0, SHOWN_BODY)}` };
}

/** A signed call. `isRight` looks into what was answered, and may remember it. */
export async function askService<T>(
  call: Promise<Called<T>>,
  isRight: (value: T) => boolean,
): Promise<Outcome> {
  const answer = await call;
  switch (answer.kind) {
    case "answered":
      return isRight(answer.value)
        ? ANSWERED
        : { kind: "wrong", what: JSON.stringify(answer.value).slice(0, SHOWN_BODY) };
    case "refused":
      return { kind: "wrong", what: `refused: ${JSON.stringify(answer.refusal).slice(0, SHOWN_BODY)}` };
    case "not_sent":
      return UNAVAILABLE;
    case "unknown":
      return answer.status === 503 || answer.reason === "connection_lost" || answer.reason === "timed_out"
        ? UNAVAILABLE
        : { kind: "wrong", what: `${answer.reason} ${answer.status ?? ""}` };
  }
}

/** By a new connection: those that a killed Postgres leaves behind may work for a moment longer. */
export async function askDatabase(url: string): Promise<Outcome> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_LIMIT_MS });
  // Also after its end: a connection may break as it is closed.
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
