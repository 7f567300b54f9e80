import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import type { Random } from "./random";
import type { ProofPostgres } from "./stack/postgres";

/** How much a run does: counts by name, printed with the result and kept as its bound. */
export type Size = Readonly<Record<string, number>>;

/** What a run did and saw, by the words of a table's heading. */
export type Figures = Readonly<Record<string, string | number>>;

/** An anomaly is something that must never be seen, in words that name the record: one of them fails the proof. */
export type Outcome = { figures: Figures; anomalies: readonly string[] };

/**
 * One clause of the product's promises, tried against running processes with much of whatever could break it. It sees the
 * product from outside: processes, HTTP, and their databases' rows.
 */
export type Proof<S extends Size = Size> = {
  /** What `--only` calls it. */
  name: string;
  title: string;
  /** The promise, one sentence. */
  clause: string;
  /** For `npm test`: well under a minute on two cores. */
  short: S;
  /** For evidence. `--minutes` ends it earlier; the figures say how far it got. */
  long: S;
  run(ctx: ProofContext<S>): Promise<Outcome>;
};

export type ProofContext<S extends Size = Size> = {
  size: S;
  seed: number;
  /** From the seed: the same seed makes the same choices. What processes do in between is theirs. */
  random: Random;
  clock: Clock;
  /** Of the product's parts that a proof runs in its own process. */
  logger: Logger;
  /** One line of progress for the terminal. */
  log: (line: string) => void;
  /** False once the time of the run is up or somebody pressed Ctrl-C: end the load, check what there is. */
  hasTime: () => boolean;
  /** A folder of the proof's own, which is removed after it. */
  folder: string;
  /** The Postgres that all proofs of the run share; a proof that kills one starts its own. */
  postgres: () => Promise<ProofPostgres>;
  /** Undone when the proof ends, whichever way, the latest first. */
  onEnd: (undo: () => Promise<void> | void) => void;
};
