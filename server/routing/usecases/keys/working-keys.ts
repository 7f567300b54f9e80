import type { Clock } from "@/server/platform/clock";
import type { Db } from "@/server/platform/pool";
import { findWorkingKey, type WorkingKey } from "../../store/keys/api-keys";

/**
 * Looks keys up, once for all requests of a key that come in one turn of the event loop (0187). The look begins after the last of
 * them has come, so a key that was revoked before a request is refused to it, as if it had looked by itself.
 */
export class WorkingKeys {
  readonly #gathered = new Map<string, Promise<WorkingKey | null>>();
  #turn: Promise<void> | null = null;

  /** Null when the key is unknown, expired or revoked. */
  find({ reads, clock }: { reads: Db; clock: Clock }, apiKey: string): Promise<WorkingKey | null> {
    const gathered = this.#gathered.get(apiKey);
    if (gathered !== undefined) return gathered;
    const found = this.#endOfTurn().then(() => {
      this.#gathered.delete(apiKey);
      return findWorkingKey(reads, apiKey, clock.now());
    });
    this.#gathered.set(apiKey, found);
    return found;
  }

  /** One for all keys, so that their looks travel together (0195). */
  #endOfTurn(): Promise<void> {
    this.#turn ??= endOfTurn().then(() => {
      this.#turn = null;
    });
    return this.#turn;
  }
}

/** When everything that the sockets held at this moment has been taken in. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
