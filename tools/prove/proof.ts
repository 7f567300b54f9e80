import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import type { Random } from "./random";
import type { ProofPostgres } from "./stack/proof-postgres";

/** The amount of work of a run: counts by name, printed with the result. */
export type Size = Readonly<Record<string, number>>;

/** What a run did and measured, under the headings of a table. */
export type Figures = Readonly<Record<string, string | number>>;

/** An anomaly is something that must never occur, as text that names the record: one of them fails the proof. */
export type Outcome = { figures: Figures; anomalies: readonly string[] };

/**
 * One promise of the product, tested on running processes with many injected failures. It uses the product from
 * outside: processes, HTTP, and the rows of their databases.
 */
export type Proof<S extends Size = Size> = {
  /** Its name for `--only`. */
  name: string;
  title: string;
  /** The promise, one sentence. */
  clause: string;
  /** Without `--long`: well below a minute on two cores for those of `npm test`. */
  short: S;
  /** For evidence. `--minutes` ends it earlier; the figures show how far it got. */
  long: S;
  /** Its short form takes minutes: it runs with `--long`, or when it is named. */
  isLongOnly?: true;
  run(ctx: ProofContext<S>): Promise<Outcome>;
};

export type ProofContext<S extends Size = Size> = {
  size: S;
  seed: number;
  /** From the seed: the same seed makes the same choices. The timing of processes still varies. */
  random: Random;
  clock: Clock;
  /** For parts of the product that a proof runs in its own process. */
  logger: Logger;
  /** One line of progress for the terminal. */
  log: (line: string) => void;
  /** False once the time of the run is up or a person pressed Ctrl-C: end the load, check what there is. */
  hasTime: () => boolean;
  /** A folder of this proof, deleted afterwards. */
  folder: string;
  /** The Postgres shared by all proofs of the run; a proof that kills Postgres starts a separate one. */
  postgres: () => Promise<ProofPostgres>;
  /** Called when the proof ends, whatever its outcome, latest first. */
  onEnd: (undo: () => Promise<void> | void) => void;
};
