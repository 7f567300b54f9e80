import { setImmediate as nextTurn } from "node:timers/promises";

/** Runs a long computation to its result. At each `yield` of it others have their turn (decision 0370). */
export async function inTurns<T>(steps: Iterator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
