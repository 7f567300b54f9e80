import { Waits } from "./waits";

/** What became of the payments of some merchants; `wanted` = `created` + `waiting` + `givenUp`. */
export class Outcome {
  wanted = 0;
  created = 0;
  /** Neither created nor given up when the simulation ended. */
  waiting = 0;
  givenUp = 0;
  /** Creations that were refused at least once. */
  refused = 0;
  /** What each creation took beyond its own work and a healthy gateway: queues, retries, slow gateways. */
  readonly waits = new Waits();

  include(other: Outcome): void {
    this.wanted += other.wanted;
    this.created += other.created;
    this.waiting += other.waiting;
    this.givenUp += other.givenUp;
    this.refused += other.refused;
    this.waits.include(other.waits);
  }
}

/** Counts of a cell: of each group of merchants, and of each second. */
export class Tally {
  readonly outcomes = new Map<string, Outcome>();
  /** Requests of all kinds that wait for a processor, at each whole second. */
  readonly queueAt: number[];
  readonly #waitSumAt: number[];
  readonly #createdAt: number[];

  constructor(seconds: number) {
    this.queueAt = zeros(seconds);
    this.#waitSumAt = zeros(seconds);
    this.#createdAt = zeros(seconds);
  }

  of(group: string): Outcome {
    const known = this.outcomes.get(group);
    if (known !== undefined) return known;
    const outcome = new Outcome();
    this.outcomes.set(group, outcome);
    return outcome;
  }

  /** Something waits for a processor from one time to another, in milliseconds. */
  addToQueue(fromMs: number, untilMs: number): void {
    for (let second = Math.ceil(fromMs / 1_000); second * 1_000 < untilMs; second += 1)
      add(this.queueAt, second, 1);
  }

  /** A creation was first sent at that time and waited so long. */
  addWait(sentMs: number, waitMs: number): void {
    const second = Math.floor(sentMs / 1_000);
    add(this.#waitSumAt, second, waitMs);
    add(this.#createdAt, second, 1);
  }

  /** The mean wait of the creations first sent in each second; null where none of them was created. */
  waitAt(): (number | null)[] {
    return this.#waitSumAt.map((sum, second) => {
      const created = this.#createdAt[second] ?? 0;
      return created === 0 ? null : sum / created;
    });
  }
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}

function add(list: number[], place: number, value: number): void {
  if (place < list.length) list[place] = (list[place] ?? 0) + value;
}
