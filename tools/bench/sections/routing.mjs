import { bundled } from "../bundled.mjs";
import { createSuccessRate, slidingGreedy, ucb1, weightedSplit } from "../routing/policies.mjs";
import { simulate } from "../routing/simulate.mjs";
import { addGateway } from "../routing/two-gateways.mjs";
import { measureDecisions } from "../routing/decisions.mjs";

const SEEDS = [11, 12, 13];
const GREEDY_WINDOW = 125;
/** Payments of a segment until an outage is left. */
const MOST_UNTIL_LEFT = 60;

/**
 * Success-rate routing (decision 0313): its regret in a simulation, beside a weighted split, UCB1 and a sliding-window
 * greedy choice, and the decisions a second with their outcomes stored.
 */
export async function measureRouting(stack, { quick }) {
  const core = await bundled(stack.folder, "core", ["server/routing/domain/success-rate/index.ts"]);
  const seeds = quick ? SEEDS.slice(0, 1) : SEEDS;
  const policies = {
    own: () => createSuccessRate(core),
    split: () => weightedSplit(),
    ucb: () => ucb1("for each segment"),
    ucbGlobal: () => ucb1("for all payments"),
    greedy: () => slidingGreedy("for each segment", GREEDY_WINDOW),
    greedyGlobal: () => slidingGreedy("for all payments", GREEDY_WINDOW),
    hedged: () => slidingGreedy("for each segment", GREEDY_WINDOW, 0.05),
  };
  const results = {};
  for (const [name, create] of Object.entries(policies)) {
    results[name] = seeds.map((seed) => simulate(create(), seed));
  }
  // As the service counted before: what is reported first are successes.
  results.asReported = seeds.map((seed) => ({
    ...simulate(policies.own(), seed, "as reported"),
    name: "success rate, each outcome when it is reported",
  }));
  const regret = Object.fromEntries(Object.entries(results).map(([name, runs]) => [name, mean(runs)]));
  const left = Math.max(...results.own.map((run) => run.left));
  const daily = Object.values(results).map((runs) => ({
    name: runs[0].name,
    regret: Math.round(mean(runs)),
    rate: runs.reduce((sum, run) => sum + run.rate, 0) / runs.length,
    daily: runs[0].daily.map(Math.round),
    left: Math.max(...runs.map((run) => run.left)),
  }));
  const best = Math.min(regret.ucb, regret.ucbGlobal, regret.greedy, regret.greedyGlobal);
  const rows = [
    goal("regret against half of the weighted split's", regret.own / (regret.split / 2), 1),
    goal("regret against the better of UCB1 and sliding-window greedy", regret.own / best, 1),
    goal("payments of a segment until an outage is left, at most", left, MOST_UNTIL_LEFT),
  ];
  const added = ["at one age", "as reported"].flatMap((told) =>
    [
      [0.85, 0.6],
      [0.75, 0.75],
    ].map((rates) => ({
      told,
      rates,
      shares: addGateway(core, rates, told, seeds[0]).map((share) => Math.round(100 * share)),
    })),
  );
  return {
    seeds,
    simulation: daily,
    added,
    rows: [...rows, ...(await measureDecisions(stack, { quick }))],
  };
}

function goal(name, value, most) {
  return {
    name,
    value: value < 10 ? value.toFixed(2) : value.toFixed(0),
    goal: `at most ${most}`,
    isMet: value <= most,
  };
}

function mean(runs) {
  return runs.reduce((sum, run) => sum + run.regret, 0) / runs.length;
}
