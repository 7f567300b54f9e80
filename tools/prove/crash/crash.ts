import type { Proof } from "../proof";
import { killForAWhile } from "./kill";
import { startStack } from "./stack";
import { underTrouble } from "./under-trouble";

type CrashSize = { processKills: number; postgresKills: number; shops: number };

/** Failures 3 to 6, 22 and 25 under load, and everything that depends on jobs. */
export const crash: Proof<CrashSize> = {
  name: "crash",
  title: "Crash",
  clause:
    "Whatever is killed at whatever moment, no refund is lost, none is made twice, no webhook is lost, and all agree in the end.",
  short: { processKills: 10, postgresKills: 1, shops: 6 },
  long: { processKills: 2_000, postgresKills: 100, shops: 8 },
  async run(ctx) {
    const stack = await startStack(ctx);
    return underTrouble(ctx, stack, "CRASH", () => killForAWhile(ctx, stack));
  },
};
