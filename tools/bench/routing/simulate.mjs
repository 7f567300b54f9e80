import { Reports, reportOf } from "./reports.mjs";
import { createWorld, GATEWAYS, OUTAGE_WINDOW, paymentsOf } from "./world.mjs";

const DAY_MS = 86_400_000;

/**
 * Runs one policy through the world of a seed; regret is what the best gateway's rate had been more, summed. `told`: "at one age", or
 * "as reported": a success when it is paid, a decline when the page expires.
 */
export function simulate(policy, seed, told = "at one age") {
  const world = createWorld(seed);
  let regret = 0;
  let successes = 0;
  let count = 0;
  const reports = new Reports();
  const daily = [];
  // For each segment, which of its payments during the outage went to the gateway that fails.
  const inOutage = new Map();
  for (const { at, segment: index, luck, paysAfterMs, leaves } of paymentsOf(world, seed)) {
    for (const { segment, gateway, isSuccess, at: when } of reports.until(at))
      policy.tell(segment, gateway, isSuccess, when);
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
    const isSuccess = !leaves && luck < own;
    successes += isSuccess ? 1 : 0;
    count += 1;
    if (at >= OUTAGE_WINDOW.from && at < OUTAGE_WINDOW.until) {
      const seen = inOutage.get(index) ?? [];
      seen.push(gateway === OUTAGE_WINDOW.gateway);
      inOutage.set(index, seen);
    }
    const report = reportOf({ isSuccess, paysAfterMs, leaves }, told);
    if (report !== null)
      reports.add({ at: at + report.afterMs, segment, gateway, isSuccess: report.isSuccess });
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
