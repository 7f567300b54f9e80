import { describe, expect, test } from "vitest";
import { presentRates, rateSpan, readRateRange, readRateSegment } from "./rate-view";

const KOLKATA = "Asia/Kolkata";
/** 10:30 in India. */
const NOW = new Date("2026-11-20T05:00:00Z");
const SINCE = "2026-11-13T18:30:00.000Z";

type Counts = [payments: number, paid: number, failed: number, unavoidable: number];
const row = (gateway: string, bucket: string, [payments, paid, failed, unavoidable]: Counts) => ({
  gateway,
  bucket,
  payments,
  paid,
  failed,
  unavoidable,
});
const counted = (...rates: ReturnType<typeof row>[]) => ({ rates, since: SINCE, complete: true });

describe("the steps of a range", () => {
  test("are days of the viewer, and end now; the period before ends at the same time of day", () => {
    const { step, from, starts, until, before } = rateSpan("7d", NOW, KOLKATA);
    expect(step).toBe("day");
    expect(from).toEqual(new Date("2026-11-13T18:30:00Z"));
    expect(starts).toHaveLength(7);
    expect(starts.at(-1)).toEqual(new Date("2026-11-19T18:30:00Z"));
    expect(until).toEqual(NOW);
    expect(before).toEqual({
      from: new Date("2026-11-06T18:30:00Z"),
      until: new Date("2026-11-13T05:00:00Z"),
    });
  });

  test("of today are its hours, also before the first has passed", () => {
    const { step, starts, before } = rateSpan("today", NOW, KOLKATA);
    expect(step).toBe("hour");
    expect(starts).toHaveLength(11);
    expect(starts.at(-1)).toEqual(new Date("2026-11-20T04:30:00Z"));
    expect(before).toEqual({
      from: new Date("2026-11-18T18:30:00Z"),
      until: new Date("2026-11-19T05:00:00Z"),
    });
    expect(rateSpan("today", new Date("2026-11-19T18:30:00Z"), KOLKATA).starts).toHaveLength(1);
  });

  test("the period before never reaches into this one, where its last day was shorter", () => {
    const { from, before } = rateSpan("today", new Date("2026-03-30T21:45:00Z"), "Europe/Berlin");
    expect(before.until).toEqual(from);
  });
});

describe("the rates of the gateways", () => {
  const span = rateSpan("7d", NOW, KOLKATA);
  const [first = "", second = ""] = span.starts.map((start) => start.toISOString());

  test("count what no gateway could have avoided as failed, and apart, and have the share of all payments", () => {
    const view = presentRates(
      counted(
        row("adyen", first, [25, 10, 10, 5]),
        row("stripe", first, [40, 30, 10, 0]),
        row("stripe", second, [35, 30, 0, 0]),
      ),
      counted(row("stripe", "2026-11-07T18:30:00.000Z", [50, 40, 5, 5])),
      span,
    );
    expect(view.gateways.map(({ name }) => name)).toEqual(["stripe", "adyen"]);
    const [stripe, adyen] = view.gateways;
    expect(stripe?.now).toMatchObject({ payments: 75, paid: 60, failed: 10, trafficShare: 0.75 });
    expect(stripe?.now.rate?.share).toBeCloseTo(60 / 70);
    expect(stripe?.points.map((point) => point.rate?.share ?? null)).toEqual([
      0.75,
      1,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(stripe?.before).toMatchObject({ trafficShare: 1, change: { kind: "none" } });
    expect(adyen?.now).toMatchObject({
      failed: 15,
      unavoidable: 5,
      trafficShare: 0.25,
      rate: { share: 0.4 },
    });
    expect(adyen?.before).toMatchObject({ payments: 0, rate: null, trafficShare: 0 });
  });

  test("few payments have no rate, neither 0 nor 100 %", () => {
    const view = presentRates(counted(row("stripe", first, [9, 9, 0, 0])), null, span);
    expect(view.gateways[0]?.points[0]).toMatchObject({ paid: 9, rate: null });
    expect(view.gateways[0]?.now.rate).toBeNull();
    expect(view.gateways[0]?.before).toBeNull();
    const enough = presentRates(counted(row("stripe", first, [10, 0, 10, 0])), null, span);
    expect(enough.gateways[0]?.points[0]?.rate).toMatchObject({ share: 0, interval: { low: 0 } });
  });

  test.each([
    ["much higher", [95, 5], [50, 50], "higher"],
    ["much lower", [500, 500], [950, 50], "lower"],
    ["what chance explains", [48, 2], [45, 5], "none"],
    ["the same", [50, 50], [50, 50], "none"],
    ["too few now", [9, 0], [50, 50], "too_few"],
    ["too few before", [50, 50], [0, 9], "too_few"],
  ] as const)("%s than before is said only where chance does not explain it", (_, now, before, kind) => {
    const of = ([paid, failed]: readonly [number, number], at: string) =>
      counted(row("stripe", at, [paid + failed, paid, failed, 0]));
    const view = presentRates(of(now, first), of(before, "2026-11-07T18:30:00.000Z"), span);
    expect(view.gateways[0]?.before?.change.kind).toBe(kind);
  });

  test("a bucket that begins before the period is its first step, and an incomplete count says from when", () => {
    const view = presentRates(
      { ...counted(row("stripe", "2026-11-13T18:00:00.000Z", [1, 1, 0, 0])), complete: false },
      null,
      span,
    );
    expect(view.gateways[0]?.points[0]?.payments).toBe(1);
    expect(view.onlySince).toBe(SINCE);
  });
});

test.each([
  ["today", "today"],
  ["30d", "30d"],
  ["constructor", "7d"],
  [undefined, "7d"],
] as const)("the range %s of the address means %s", (text, range) => {
  expect(readRateRange(text)).toBe(range);
});

test("unknown kinds of payments in the address mean any", () => {
  const any = { method: null, band: null, currency: null, scheme: null, bank: null };
  expect(readRateSegment({ method: "UPI", amount: "100-1000" })).toEqual({
    ...any,
    method: "UPI",
    band: "100-1000",
  });
  const card = { currency: "INR", scheme: "VISA", bank: "HDFC" };
  expect(readRateSegment(card)).toEqual({ ...any, ...card });
  const unknown = {
    method: "CASH",
    amount: "toString",
    currency: "inr",
    scheme: "toString",
    bank: "a\u0000b",
  };
  expect(readRateSegment(unknown)).toEqual(any);
});
