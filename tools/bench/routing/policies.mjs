import { randomFrom } from "./random.mjs";
import { GATEWAYS } from "./world.mjs";

/** Each policy chooses a gateway for a payment and is told its outcome (`reports.mjs`). */

/** The service's own: the functions that it routes with, told and asked as it does. */
export function createSuccessRate(core, { floor = 0.01, most = 1, settings = core.DEFAULT_STATISTICS } = {}) {
  const statistics = new Map();
  const segmentsOf = new Map();
  const shares = new Map();
  const touched = new Set();
  let version = 0;
  const random = randomFrom(7);
  return {
    name: "success rate",
    choose(segment, at) {
      let known = shares.get(segment);
      if (known === undefined || known.version !== version || touched.has(segment)) {
        touched.delete(segment);
        const segments = namesOf(segment);
        const when = new Date(at);
        const found = core.knownOf(statistics, segments, GATEWAYS, when, settings);
        const wanted = core.wantedShares(
          found.map((one, index) => ({ gateway: GATEWAYS[index], ...one, feeRate: null })),
          { floor, costWithin: 0 },
        );
        const moved =
          known === undefined
            ? wanted
            : core.movedShares(known.moved, wanted, { most, failing: found.map((one) => one.isFailing) });
        known = { version, moved };
        shares.set(segment, known);
      }
      let draw = random();
      return Math.max(
        0,
        known.moved.findIndex((share) => (draw -= share) < 0),
      );
    },
    tell(segment, gateway, isSuccess, at) {
      touched.add(segment);
      const outcome = { segments: namesOf(segment), gateway: GATEWAYS[gateway], isSuccess, at: new Date(at) };
      if (core.countOutcome(statistics, outcome, settings)) version += 1;
    },
  };

  function namesOf(segment) {
    const known = segmentsOf.get(segment) ?? core.segmentsOf(segment.facts);
    segmentsOf.set(segment, known);
    return known;
  }
}

export function weightedSplit(weights = GATEWAYS.map(() => 1), name = "weighted split, equal") {
  const random = randomFrom(8);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return {
    name,
    choose() {
      let draw = random() * sum;
      return Math.max(
        0,
        weights.findIndex((weight) => (draw -= weight) < 0),
      );
    },
    tell() {},
  };
}

/** UCB1 of Auer, Cesa-Bianchi and Fischer. */
export function ucb1(scope) {
  const arms = armsBy(scope, () => ({ pulls: 0, told: 0, successes: 0 }));
  return {
    name: `UCB1, ${scope}`,
    choose(segment) {
      const own = arms(segment);
      const untried = own.findIndex(({ pulls }) => pulls === 0);
      const total = own.reduce((sum, { pulls }) => sum + pulls, 0);
      const chosen =
        untried >= 0
          ? untried
          : highest(own, ({ pulls, told, successes }) => {
              const mean = told === 0 ? 1 : successes / told;
              return mean + Math.sqrt((2 * Math.log(total)) / pulls);
            });
      own[chosen].pulls += 1;
      return chosen;
    },
    tell(segment, gateway, isSuccess) {
      const arm = arms(segment)[gateway];
      arm.told += 1;
      arm.successes += isSuccess ? 1 : 0;
    },
  };
}

/** The highest rate over each gateway's latest outcomes; `hedge`: the part that goes to another one at random. */
export function slidingGreedy(scope, window, hedge = 0) {
  const random = randomFrom(9);
  const arms = armsBy(scope, () => ({ latest: [], place: 0, successes: 0 }));
  return {
    name: `sliding-window greedy, ${scope}, ${window}${hedge > 0 ? `, ${100 * hedge} % hedged` : ""}`,
    choose(segment) {
      const own = arms(segment);
      if (hedge > 0 && random() < hedge) return Math.floor(random() * own.length);
      return highest(own, ({ latest, successes }) => (latest.length === 0 ? 1 : successes / latest.length));
    },
    tell(segment, gateway, isSuccess) {
      const arm = arms(segment)[gateway];
      const value = isSuccess ? 1 : 0;
      if (arm.latest.length < window) arm.latest.push(value);
      else {
        arm.successes -= arm.latest[arm.place];
        arm.latest[arm.place] = value;
        arm.place = (arm.place + 1) % window;
      }
      arm.successes += value;
    },
  };
}

function armsBy(scope, create) {
  const known = new Map();
  return (segment) => {
    const key = scope === "for each segment" ? segment : null;
    if (!known.has(key)) known.set(key, GATEWAYS.map(create));
    return known.get(key);
  };
}

function highest(arms, score) {
  let best = 0;
  for (let index = 1; index < arms.length; index += 1)
    if (score(arms[index]) > score(arms[best])) best = index;
  return best;
}
