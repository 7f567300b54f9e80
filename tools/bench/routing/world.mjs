import { normal, randomFrom } from "./random.mjs";

/**
 * The world of the simulation: 4 gateways, 200 segments of very different size, success rates that drift, one gateway
 * that fails for an hour and another that loses 15 points slowly. Everything follows from the seed.
 */
export const GATEWAYS = ["alpha", "beta", "gamma", "delta"];
export const PAYMENTS = 1_000_000;
export const DAYS = 10;
export const DAY_MS = 86_400_000;
/** The times at which drift is drawn, between them rates move in a straight line. */
const DRIFT_STEP_MS = 3 * 3_600_000;
const OUTAGE = { gateway: 0, from: 4.5 * DAY_MS, until: 4.5 * DAY_MS + 3_600_000, rate: 0.02 };
const DECAY = { gateway: 1, from: 6 * DAY_MS, until: 9 * DAY_MS, loss: 0.15 };
/** When each payment counts: paid by then, or not. The service's own age (decision 0313). */
export const OUTCOME_AGE_MS = 30 * 60_000;
/** A vendor's page stays open after a decline: only its end tells. */
export const PAGE_EXPIRES_MS = DAY_MS;
/** Half of those who pay have paid after so long; one in fifty takes longer than the age at which payments count. */
const PAYS_AFTER_MS = 3 * 60_000;
const PAYS_SPREAD = 1.12;
/** Customers who leave whatever the gateway is: nothing is ever reported of them. */
const LEAVES = 0.1;

/** When a payment is paid that is, and whether its customer leaves; independent of its gateway. */
export function customerOf(random) {
  return { paysAfterMs: PAYS_AFTER_MS * Math.exp(PAYS_SPREAD * normal(random)), leaves: random() < LEAVES };
}

const SCHEMES = ["VISA", "MASTERCARD", "RUPAY", "AMEX"];
const BANKS = ["HDFC", "ICICI", "SBI", "AXIS", "KOTAK", "YES", "PNB", "BOB"];
/** One amount of each band, in paise. */
const AMOUNTS = [5_000n, 50_000n, 500_000n, 5_000_000n];
const WALLETS = ["WALLET-A", "WALLET-B"];

export function createWorld(seed) {
  const random = randomFrom(seed);
  const segments = [];
  const add = (paymentMethod, cardScheme, issuingBank) => {
    for (const [band, amountPaise] of AMOUNTS.entries()) {
      const facts = { currency: "INR", paymentMethod, cardScheme, issuingBank, amountPaise };
      segments.push({ facts, band });
    }
  };
  for (const scheme of SCHEMES) for (const bank of BANKS) add("CC", scheme, bank);
  for (const bank of BANKS) add("NB", null, bank);
  for (const bank of BANKS) add("UPI", null, bank);
  for (const wallet of WALLETS) add("WALLET", null, wallet);
  const weights = shuffled(
    segments.map((_, rank) => 1 / (rank + 1) ** 0.9),
    random,
  );
  const effects = effectsOf(random);
  for (const [index, segment] of segments.entries()) {
    segment.weight = weights[index];
    segment.own = GATEWAYS.map(() => 0.35 * normal(random));
    segment.common = 0.4 * normal(random);
  }
  const drift = driftOf(random);
  return { segments, cumulative: cumulativeOf(weights), rate, random };

  /** The probability that a payment of the segment succeeds at the gateway at that time. */
  function rate(gateway, segmentIndex, at) {
    if (gateway === OUTAGE.gateway && at >= OUTAGE.from && at < OUTAGE.until) return OUTAGE.rate;
    const segment = segments[segmentIndex];
    const { paymentMethod, cardScheme, issuingBank } = segment.facts;
    const sum =
      1.7 +
      segment.common +
      segment.own[gateway] +
      effects.of(gateway, paymentMethod) +
      effects.of(gateway, issuingBank) +
      (cardScheme === null ? 0 : effects.of(gateway, cardScheme)) +
      drift(gateway, paymentMethod, at) +
      drift(gateway, issuingBank, at);
    const base = 1 / (1 + Math.exp(-sum));
    if (gateway !== DECAY.gateway || at < DECAY.from) return base;
    const part = Math.min(1, (at - DECAY.from) / (DECAY.until - DECAY.from));
    return Math.max(0.01, base - DECAY.loss * part);
  }
}

/** Payments in the order of their creation, each with its segment and a random number for each outcome. */
export function* paymentsOf(world, seed) {
  const random = randomFrom(seed ^ 0x5eed);
  for (let index = 0; index < PAYMENTS; index += 1) {
    const at = (index / PAYMENTS) * DAYS * DAY_MS;
    const [segment, luck] = [pick(world.cumulative, random()), random()];
    yield { index, at, segment, luck, ...customerOf(random) };
  }
}

export const OUTAGE_WINDOW = OUTAGE;

function pick(cumulative, draw) {
  let [low, high] = [0, cumulative.length - 1];
  const wanted = draw * cumulative[high];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle] > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

function cumulativeOf(weights) {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

function effectsOf(random) {
  const known = new Map();
  return {
    of(gateway, name) {
      const key = `${gateway} ${name}`;
      if (!known.has(key)) known.set(key, 0.45 * normal(random));
      return known.get(key);
    },
  };
}

/** A random walk that returns to its middle, for each gateway and name. */
function driftOf(random) {
  const walks = new Map();
  const steps = Math.ceil((DAYS * DAY_MS) / DRIFT_STEP_MS) + 2;
  return (gateway, name, at) => {
    const key = `${gateway} ${name}`;
    let walk = walks.get(key);
    if (walk === undefined) {
      walk = [0.25 * normal(random)];
      for (let step = 1; step < steps; step += 1) walk.push(0.97 * walk[step - 1] + 0.1 * normal(random));
      walks.set(key, walk);
    }
    const place = at / DRIFT_STEP_MS;
    const step = Math.floor(place);
    return walk[step] + (place - step) * (walk[step + 1] - walk[step]);
  };
}

function shuffled(values, random) {
  const copy = [...values];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [copy[index], copy[other]] = [copy[other], copy[index]];
  }
  return copy;
}
