import { setTimeout as sleep } from "node:timers/promises";
import { type NetworkDouble, openNetworkDouble } from "@/tools/testing/platform/network-double";
import { type ProgramName, startStack } from "../crash/stack";
import { underTrouble } from "../crash/under-trouble";
import type { Proof, ProofContext } from "../proof";

/** `seconds` of each kind of trouble. */
type SlowSize = { seconds: number; shops: number };

const DELAY_MS = 300;
const STALL_MS = 5_000;
/** Between the ends of two stalls. */
const STALL_EVERY_MS = 12_000;

/** A database that responses slowly, at times not at all, and connections that are dropped silently. */
export const slow: Proof<SlowSize> = {
  name: "slow",
  title: "Slow database",
  clause:
    "However late the database answers, and whichever connection is dropped silently, no refund is lost, none is made twice, and all agree in the end.",
  short: { seconds: 8, shops: 3 },
  long: { seconds: 60, shops: 6 },
  isLongOnly: true,
  async run(ctx) {
    const networks = new Map<ProgramName, NetworkDouble>();
    const stack = await startStack(ctx, async (name, databaseUrl) => {
      const network = await openNetworkDouble(databaseUrl);
      ctx.onEnd(() => network.close());
      networks.set(name, network);
      return network.urlOf(databaseUrl);
    });
    return underTrouble(ctx, stack, "SLOW", () => trouble(ctx, [...networks.values()]));
  },
};

/** One kind of trouble after the other, for all processes alike. */
async function trouble(ctx: ProofContext<SlowSize>, networks: readonly NetworkDouble[]) {
  const random = ctx.random.fork("trouble");
  const done = { delayedSeconds: 0, stalls: 0, dropped: 0 };
  const untilTimeIsUp = async (turn: () => Promise<void>): Promise<number> => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < ctx.size.seconds * 1_000 && ctx.hasTime()) await turn();
    return Math.round((performance.now() - startedAt) / 1_000);
  };

  ctx.log(`each round trip to the database takes ${DELAY_MS} ms longer`);
  for (const network of networks) network.delay(DELAY_MS);
  done.delayedSeconds = await untilTimeIsUp(() => sleep(1_000).then(() => undefined));

  ctx.log("the database stalls for five seconds, again and again");
  await untilTimeIsUp(async () => {
    for (const network of networks) network.stall();
    await sleep(STALL_MS);
    for (const network of networks) network.resume();
    done.stalls += 1;
    await sleep(STALL_EVERY_MS - STALL_MS);
  });
  for (const network of networks) network.delay(0);

  ctx.log("connections are dropped silently");
  await untilTimeIsUp(async () => {
    // One connection of each process, whichever is busy with what: its heartbeat, a claim, a request.
    for (const network of networks) {
      const chosen = random.whole(0, Math.max(network.openCount() - 1, 0));
      let at = -1;
      done.dropped += network.drop(() => {
        at += 1;
        return at === chosen;
      });
    }
    await sleep(2_000);
  });
  return done;
}
