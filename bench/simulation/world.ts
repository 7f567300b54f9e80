import { randomFrom } from "../routing/random.mjs";
import { PROCESSORS, REFUSAL_MS } from "./assumptions";
import type { Cell } from "./cell";
import { KEY_LIMIT } from "./figures";
import { intoRecords, type Merchant, zipfMerchants } from "./merchants";
import { placeByChance, placeEvenly } from "./placement";

/** The merchants of all scenarios, and the ways to place them into the cells. */
export const PER_SECOND = 100_000;
export const CELLS = 100;

const LARGE_SHARE = 0.1;
const SMALL_MERCHANTS = 10_000;
/** The largest one has about a hundredth of all payments, the smallest about one a second. */
const ZIPF_EXPONENT = 0.8;
/** Payments a second of a record. Half of what ids allow, and within the default rate limit of its key. */
const RECORD_PER_SECOND = 500;
const PLACEMENT_SEED = 5;
/** Each process counts on its own. */
const DEFAULT_LIMIT = {
  perSecond: KEY_LIMIT.perSecond * PROCESSORS.service,
  burst: KEY_LIMIT.burst * PROCESSORS.service,
};

export const LARGE: Merchant = { name: "large", perSecond: PER_SECOND * LARGE_SHARE };
const SMALL = intoRecords(
  zipfMerchants(SMALL_MERCHANTS, ZIPF_EXPONENT, PER_SECOND * (1 - LARGE_SHARE)),
  RECORD_PER_SECOND,
);

/** Everybody in records, and the records evenly into the cells. */
export function evenCells(): Cell[] {
  return placeEvenly([...intoRecords([LARGE], RECORD_PER_SECOND), ...SMALL], CELLS).map(toCell);
}

/** Records of the large merchant that are as large as its ids allow. */
export function fullRecordCells(mostPerSecond: number): Cell[] {
  return placeEvenly([...intoRecords([LARGE], mostPerSecond), ...SMALL], CELLS).map(toCell);
}

/** The large merchant is one record in the first cell, beside a hundredth of all others. */
export function oneRecordCells(): Cell[] {
  const [first = [], ...others] = placeEvenly(SMALL, CELLS);
  return [[LARGE, ...first], ...others].map(toCell);
}

/** Records as in `evenCells`, but placed by chance. */
export function unevenCells(): Cell[] {
  const records = [...intoRecords([LARGE], RECORD_PER_SECOND), ...SMALL];
  return placeByChance(records, CELLS, randomFrom(PLACEMENT_SEED)).map(toCell);
}

function toCell(merchants: readonly Merchant[]): Cell {
  return {
    merchants: merchants.map((merchant) => ({
      ...merchant,
      group: groupOf(merchant),
      keyLimit: DEFAULT_LIMIT,
    })),
    processors: PROCESSORS,
    refusalMs: REFUSAL_MS,
    lost: null,
    slowness: null,
  };
}

function groupOf({ name }: Merchant): "large" | "small" {
  return name === LARGE.name || name.startsWith(`${LARGE.name}-`) ? "large" : "small";
}
