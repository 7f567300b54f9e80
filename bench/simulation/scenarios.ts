import type { Cell, PlacedMerchant, Span } from "./cell";
import { MOST_OF_A_MERCHANT } from "./figures";
import { perSecondOf } from "./merchants";
import { evenCells, fullRecordCells, oneRecordCells, unevenCells } from "./world";

export type Row = { who: string; includes: (cell: number, group: string) => boolean };

export type Scenario = {
  name: string;
  cells: readonly Cell[];
  span: Span;
  rows: readonly Row[];
  /** The cell that the chart shows; null: none. */
  drawn: number | null;
};

/** The first seconds fill the queues of what follows a creation. */
const MEASURED_FROM_MS = 10_000;
const STEADY: Span = { durationMs: 60_000, measuredFromMs: MEASURED_FROM_MS };
/** Until the circuit of the slow gateway is closed again. */
const DISTURBED: Span = { durationMs: 150_000, measuredFromMs: MEASURED_FROM_MS };
/** For a minute, a disturbance begins and ends. */
export const DISTURBANCE = { fromMs: 20_000, untilMs: 80_000 };
const SLOW_MS = 10_000;
/** Just within what the service waits for a gateway. */
const ALMOST_GIVEN_UP_MS = 9_000;
/** Above nine tenths of what a cell can do, which is 2,018 payments a second. */
const FULL_PER_SECOND = 1_800;

/** The proxy lets as many requests of the large merchant through as its cell has room for, if all were creations. */
const LARGE_LIMIT = { perSecond: 1_000, burst: 1_000 };

const ALL: Row = { who: "all merchants", includes: () => true };

export function allScenarios(): Scenario[] {
  const even = evenCells();
  const oneRecord = oneRecordCells();
  return [
    { name: "Normal", cells: even, span: DISTURBED, rows: [ALL], drawn: 0 },
    lostCell(even),
    slowGateway(even, "A gateway takes 10 s", SLOW_MS),
    slowGateway(even, "A gateway takes 9 s", ALMOST_GIVEN_UP_MS),
    largeMerchant("Large merchant: one record", oneRecord, null),
    largeMerchant("Large merchant: no rate limit", limitedLarge(oneRecord, null), 0),
    largeMerchant("Large merchant: limited by the proxy", withFirst(oneRecord, { refusalMs: 0 }), null),
    largeMerchant(
      "Large merchant: limited to 1,000 requests",
      limitedLarge(withFirst(oneRecord, { refusalMs: 0 }), LARGE_LIMIT),
      null,
    ),
    {
      name: "Large merchant: ten records, one key each",
      cells: fullRecordCells(MOST_OF_A_MERCHANT),
      span: STEADY,
      rows: [
        { who: "the large merchant", includes: (_, group) => group === "large" },
        { who: "all others", includes: (_, group) => group !== "large" },
      ],
      drawn: null,
    },
    unevenPlacement(unevenCells()),
  ];
}

function lostCell(even: readonly Cell[]): Scenario {
  return {
    name: "One cell lost for 60 s",
    cells: withFirst(even, { lost: DISTURBANCE }),
    span: DISTURBED,
    rows: [
      { who: "merchants of that cell", includes: (cell) => cell === 0 },
      { who: "all others", includes: (cell) => cell !== 0 },
    ],
    drawn: 0,
  };
}

function slowGateway(even: readonly Cell[], name: string, answerMs: number): Scenario {
  const slowness = { ...DISTURBANCE, answerMs };
  return { name, cells: even.map((cell) => ({ ...cell, slowness })), span: DISTURBED, rows: [ALL], drawn: 0 };
}

function largeMerchant(name: string, cells: readonly Cell[], drawn: number | null): Scenario {
  return {
    name,
    cells,
    span: STEADY,
    rows: [
      { who: "the large merchant", includes: (cell, group) => cell === 0 && group === "large" },
      { who: "others of its cell", includes: (cell, group) => cell === 0 && group !== "large" },
      { who: "other cells", includes: (cell) => cell !== 0 },
    ],
    drawn,
  };
}

function withFirst(cells: readonly Cell[], change: Partial<Cell>): Cell[] {
  return cells.map((cell, index) => (index === 0 ? { ...cell, ...change } : cell));
}

function limitedLarge(cells: readonly Cell[], keyLimit: PlacedMerchant["keyLimit"]): Cell[] {
  const limited = (merchant: PlacedMerchant): PlacedMerchant =>
    merchant.group === "large" ? { ...merchant, keyLimit } : merchant;
  return cells.map((cell) =>
    cell.merchants.some(({ group }) => group === "large")
      ? { ...cell, merchants: cell.merchants.map(limited) }
      : cell,
  );
}

function unevenPlacement(cells: readonly Cell[]): Scenario {
  const loads = cells.map(({ merchants }) => perSecondOf(merchants));
  const fullest = loads.indexOf(Math.max(...loads));
  const isFull = (cell: number): boolean => (loads[cell] ?? 0) > FULL_PER_SECOND;
  const full = loads.filter((load) => load > FULL_PER_SECOND).length;
  return {
    name: "Placed by chance",
    cells,
    span: STEADY,
    rows: [
      {
        who: `the fullest cell, ${Math.round(loads[fullest] ?? 0)} a second`,
        includes: (cell) => cell === fullest,
      },
      { who: `the ${full} cells with over ${FULL_PER_SECOND}`, includes: isFull },
      { who: "other cells", includes: (cell) => !isFull(cell) },
    ],
    drawn: fullest,
  };
}
