import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Proof } from "../proof";
import { merchantOfAll } from "../stack/merchant";
import { startServices } from "../stack/service";
import { type Real, REFERENCES, sequences, type World } from "./commands";

type ModelSize = { sequences: number; longestSequence: number; services: number; workers: number };

/** The number of concurrent generators, each with separate random choices. */
const AT_ONCE = 4;
/** Sequences per batch, small enough to notice the end of the time. */
const BATCH = 10;

/** Failures 12, 21 to 24: states, balances, lists and refusals, compared call by call with a model of 200 lines. */
export const model: Proof<ModelSize> = {
  name: "model",
  title: "Model",
  clause: "States, balances, lists and refusals are those of a model that fits on a few pages.",
  short: { sequences: 60, longestSequence: 16, services: 2, workers: 1 },
  long: { sequences: 20_000, longestSequence: 24, services: 4, workers: 2 },
  async run(ctx) {
    const service = await startServices(ctx, { SIMULATOR_REFUND_MS: "0" }, ctx.size);
    const merchant = merchantOfAll(service, 30_000);
    const counts = { sequences: 0, calls: 0 };
    let planned = 0;
    const anomalies: string[] = [];
    const lane = async (number: number): Promise<void> => {
      const random = ctx.random.fork(`lane ${number}`);
      while (ctx.hasTime() && anomalies.length === 0 && planned < ctx.size.sequences) {
        planned += BATCH;
        const seed = random.whole(0, 2 ** 31 - 1);
        const failure = await compareSequences(merchant, {
          seed,
          sequences: BATCH,
          longestSequence: ctx.size.longestSequence,
          onSequence: (calls) => {
            counts.sequences += 1;
            counts.calls += calls;
          },
        });
        if (failure !== null) anomalies.push(failure);
        if (counts.sequences % 1_000 < BATCH) ctx.log(`${counts.sequences} sequences`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => lane(number)));
    return { figures: counts, anomalies };
  },
};

/** The first difference from the model with a sequence that shows it; null when there is none. */
export async function compareSequences(
  merchant: Real["merchant"],
  options: {
    seed: number;
    sequences: number;
    longestSequence: number;
    /** Whether to search for the shortest sequence, which takes longer than finding one; true by default. */
    isShrunk?: boolean;
    onSequence?: (calls: number) => void;
  },
): Promise<string | null> {
  const { seed, longestSequence, onSequence } = options;
  const property = fc.asyncProperty(sequences(longestSequence), async (commands) => {
    onSequence?.([...commands].length);
    await fc.asyncModelRun(() => fresh(merchant), commands);
  });
  const details = await fc.check(property, {
    seed,
    numRuns: options.sequences,
    endOnFailure: options.isShrunk === false,
  });
  if (!details.failed) return null;
  const what = details.errorInstance instanceof Error ? details.errorInstance.message : "it failed";
  return `seed ${seed}: ${fc.stringify(details.counterexample)}\n${what}`;
}

/** References of one sequence, which no other sequence uses. */
function fresh(merchant: Real["merchant"]): { model: World; real: Real } {
  const prefix = `MODEL-${randomUUID()}`;
  const references = Array.from({ length: REFERENCES }, (_, at) => ({
    name: `${prefix}-${at}`,
    records: [],
  }));
  return { model: { references }, real: { merchant, prefix, links: new Map() } };
}
