import { OUTCOME_AGE_MS, PAGE_EXPIRES_MS } from "./world.mjs";

const MINUTE_MS = 60_000;

/** What a policy is told of a payment, and how long after its checkout was opened; null: never anything. */
export function reportOf({ isSuccess, paysAfterMs, leaves }, told) {
  if (told === "at one age") {
    return { afterMs: OUTCOME_AGE_MS, isSuccess: isSuccess && paysAfterMs <= OUTCOME_AGE_MS };
  }
  if (isSuccess) return { afterMs: paysAfterMs, isSuccess };
  return leaves ? null : { afterMs: PAGE_EXPIRES_MS, isSuccess };
}

/** Reports in the order of their minutes. */
export class Reports {
  #byMinute = new Map();
  #minute = 0;

  add(report) {
    const minute = Math.max(this.#minute, Math.ceil(report.at / MINUTE_MS));
    const own = this.#byMinute.get(minute);
    if (own === undefined) this.#byMinute.set(minute, [report]);
    else own.push(report);
  }

  *until(at) {
    for (; this.#minute <= at / MINUTE_MS; this.#minute += 1) {
      const due = this.#byMinute.get(this.#minute) ?? [];
      this.#byMinute.delete(this.#minute);
      yield* due;
    }
  }
}
