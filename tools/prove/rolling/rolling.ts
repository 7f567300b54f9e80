import type { Figures, Proof } from "../proof";
import { distributionOf, inSeconds } from "../distribution";
import { untilReady } from "../stack/balancer";
import { checkRolling, type Seen } from "./check-rolling";
import { startLoad } from "./load";
import { type Replaceable, startTwins } from "./twins";

type RollingSize = { rounds: number };

/** Every process is replaced by a new one, one after another, while people and merchants work. */
export const rolling: Proof<RollingSize> = {
  name: "rolling",
  title: "Rolling restarts",
  clause:
    "Two processes of each role, replaced one after another behind a load balancer: no request fails, nobody is signed out, every refund is sent once.",
  short: { rounds: 1 },
  long: { rounds: 20 },
  async run(ctx) {
    const twins = await startTwins(ctx);
    const load = await startLoad(ctx, twins);
    let replaced = 0;
    for (let round = 1; round <= ctx.size.rounds && ctx.hasTime(); round += 1) {
      for (const process of twins.processes) {
        await replace(process);
        replaced += 1;
      }
      if (ctx.size.rounds > 1) ctx.log(`${round} rounds`);
    }
    const seen: Seen = { replaced, ...(await load.end()) };
    return { figures: figuresOf(seen), anomalies: checkRolling(seen) };
  },
};

async function replace(process: Replaceable): Promise<void> {
  await process.stop();
  await process.start();
  if (process.balanced !== null) await untilReady(process.balanced.balancer, process.balanced.port);
}

function figuresOf({ replaced, samples, refunds }: Seen): Figures {
  const kinds = [...new Set(samples.map(({ request }) => request))];
  const durations = kinds.map((kind) => {
    const times = samples.filter(({ request }) => request === kind).map(({ ms }) => ms);
    return [kind, inSeconds(distributionOf(times))] as const;
  });
  return {
    processesReplaced: replaced,
    requests: samples.length,
    failed: samples.filter(({ fault }) => fault !== null).length,
    refunds: refunds.length,
    ...Object.fromEntries(durations),
  };
}
