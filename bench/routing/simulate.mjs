import { createWorld, GATEWAYS, OUTAGE_WINDOW, OUTCOME_AFTER_MS, paymentsOf } from "./world.mjs";

const FORGET_EVERY = 10_000;
const DAY_MS = 86_400_000;

/** Runs one policy through the world of a seed; regret is what the best gateway's rate had been more, summed. */
export function simulate(policy, seed) {
  const world = createWorld(seed);
  let regret = 0;
  let successes = 0;
  let count = 0;
  const waiting = [];
  let next = 0;
  const daily = [];
  // For each segment, which of its payments during the outage went to the gateway that fails.
  const inOutage = new Map();
  for (const { at, segment: index, luck } of paymentsOf(world, seed)) {
    while (next < waiting.length && waiting[next].at <= at) {
      const { segment, gateway, isSuccess, at: told } = waiting[next];
      policy.tell(segment, gateway, isSuccess, told);
      next += 1;
    }
    if (next > FORGET_EVERY) {
      waiting.splice(0, next);
      next = 0;
    }
    const segment = world.segments[index];
    const gateway = policy.choose(segment, at);
    let best = 0;
    let own = 0;
    for (let other = 0; other < GATEWAYS.length; other += 1) {
      const rate = world.rate(other, index, at);
      if (rate > best) best = rate;
      if (other === gateway) own = rate;
    }
    regret += best - own;
    const day = Math.floor(at / DAY_MS);
    daily[day] = (daily[day] ?? 0) + best - own;
    const isSuccess = luck < own;
    successes += isSuccess ? 1 : 0;
    count += 1;
    if (at >= OUTAGE_WINDOW.from && at < OUTAGE_WINDOW.until) {
      const seen = inOutage.get(index) ?? [];
      seen.push(gateway === OUTAGE_WINDOW.gateway);
      inOutage.set(index, seen);
    }
    waiting.push({ at: at + OUTCOME_AFTER_MS, segment, gateway, isSuccess });
  }
  return { name: policy.name, regret, rate: successes / count, daily, left: leftAfter(inOutage) };
}

/** The most payments that a segment sent until ten in a row went elsewhere, over the segments. */
function leftAfter(inOutage) {
  const RUN = 10;
  let most = 0;
  for (const seen of inOutage.values()) {
    let run = 0;
    let at = seen.length;
    for (let index = 0; index < seen.length; index += 1) {
      run = seen[index] ? 0 : run + 1;
      if (run === RUN) {
        at = index + 1 - RUN;
        break;
      }
    }
    if (at > most) most = at;
  }
  return most;
}
