import type { Clock } from "@/server/platform/clock";
import type { Db } from "@/server/platform/pool";
import { findWorkingKey, type WorkingKey } from "../../store/keys/api-keys";

/**
 * Looks up keys once for all requests of a key in one event-loop tick (0195). The lookup starts after the last of these
 * requests arrives, so a request never sees a key that was revoked before it.
 */
export class WorkingKeys {
  readonly #shared = new Map<string, Promise<WorkingKey | null>>();
  #turn: Promise<void> | null = null;

  /** Null when the key is unknown, expired or revoked. */
  find({ reads, clock }: { reads: Db; clock: Clock }, apiKey: string): Promise<WorkingKey | null> {
    const shared = this.#shared.get(apiKey);
    if (shared !== undefined) return shared;
    const found = this.#endOfTurn().then(() => {
      this.#shared.delete(apiKey);
      return findWorkingKey(reads, apiKey, clock.now());
    });
    this.#shared.set(apiKey, found);
    return found;
  }

  /** One promise for all keys, so that their lookups are batched (0195). */
  #endOfTurn(): Promise<void> {
    this.#turn ??= endOfTurn().then(() => {
      this.#turn = null;
    });
    return this.#turn;
  }
}

/** Resolves when the data that the sockets hold at this moment has been read. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
