import { describe, expect, it } from "vitest";
import { partsOf, type ServiceCount, stepsOf, totalsOf } from "./overview";
import { OVERVIEW_RANGES, overviewSpan, parseOverviewRange, spanBefore, spanOfDays } from "./overview-span";

const NOW = new Date("2026-11-21T09:10:00.000Z");

function counted(fields: Partial<ServiceCount>): ServiceCount {
  return {
    bucket: "2026-11-21T00:00:00.000Z",
    status: "SUCCESS",
    currency: "INR",
    count: 1,
    amount: "10.00",
    ...fields,
  };
}

describe("the span of the overview", () => {
  it.each(OVERVIEW_RANGES)(
    "%s has steps that follow each other and end with the one that is running",
    (range) => {
      for (const zone of ["UTC", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe"]) {
        const { starts, from } = overviewSpan(range, NOW, zone);
        const times = starts.map((start) => start.getTime());
        expect(from).toEqual(starts[0]);
        expect([...times].sort((one, other) => one - other)).toEqual(times);
        expect(new Set(times).size).toBe(times.length);
        expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime());
      }
    },
  );

  it.each(OVERVIEW_RANGES)("%s is compared with as many steps right before, up to the same time", (range) => {
    // Also on the days when clocks change: 8 March and 1 November in New York.
    for (const at of ["2026-11-21T09:10:00.000Z", "2026-03-15T06:40:00.000Z", "2026-11-08T05:10:00.000Z"]) {
      for (const zone of ["UTC", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe"]) {
        const now = new Date(at);
        const span = overviewSpan(range, now, zone);
        const before = spanBefore(span, now, zone);
        if (before === null) throw new Error("there is nothing to compare with");
        expect(before.starts).toHaveLength(span.starts.length);
        expect(before.until.getTime()).toBeLessThan(span.from.getTime());
        const [length, earlier] = [span, before].map((one) => one.until.getTime() - one.from.getTime());
        expect(Math.abs((length ?? 0) - (earlier ?? 0))).toBeLessThanOrEqual(2 * 60 * 60_000);
      }
    }
  });

  it("begins days at the zone's midnight, weeks on its Monday and hours on its full hour", () => {
    const last = (range: "24h" | "7d" | "90d", zone: string): string | undefined =>
      overviewSpan(range, NOW, zone).starts.at(-1)?.toISOString();
    expect(last("7d", "Asia/Kolkata")).toBe("2026-11-20T18:30:00.000Z");
    expect(last("90d", "Asia/Kolkata")).toBe("2026-11-15T18:30:00.000Z");
    expect(last("24h", "Asia/Kolkata")).toBe("2026-11-21T08:30:00.000Z");
    expect(last("24h", "UTC")).toBe("2026-11-21T09:00:00.000Z");
  });

  it.each([
    ["America/New_York", "2026-11-01T18:10:00.000Z"],
    ["Europe/Berlin", "2026-10-25T12:10:00.000Z"],
    ["Europe/Berlin", "2026-03-29T12:10:00.000Z"],
  ])("of 24 hours has steps of one hour each in %s on the day when clocks change", (zone, at) => {
    const { starts } = overviewSpan("24h", new Date(at), zone);
    const lengths = starts.slice(1).map((start, index) => start.getTime() - (starts[index]?.getTime() ?? 0));
    expect(lengths).toEqual(Array(23).fill(60 * 60_000));
    expect(starts.at(-1)?.toISOString()).toBe(at.replace(":10:", ":00:"));
  });

  it.each(["UTC", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe"])(
    "of chosen days has each of them whole in %s, and of today what has passed",
    (zone) => {
      const october = spanOfDays({ from: "2026-10-01", until: "2026-10-31" }, NOW, zone);
      expect(october?.starts).toHaveLength(31);
      expect(october?.starts[0]).toEqual(october?.from);
      expect(october?.until).toEqual(
        spanOfDays({ from: "2026-11-01", until: "2026-11-01" }, NOW, zone)?.from,
      );
      expect(spanOfDays({ from: "2026-11-20", until: "2026-11-30" }, NOW, zone)?.until).toEqual(NOW);
    },
  );

  it("of many chosen days has weeks from Monday, of which the first may begin earlier", () => {
    const span = spanOfDays({ from: "2026-01-01", until: "2026-03-31" }, NOW, "Asia/Kolkata");
    expect(span).toMatchObject({ range: "days", bucket: "week" });
    expect(span?.from.toISOString()).toBe("2025-12-31T18:30:00.000Z");
    expect(span?.starts[0]?.toISOString()).toBe("2025-12-28T18:30:00.000Z");
    expect(span?.starts.at(-1)?.toISOString()).toBe("2026-03-29T18:30:00.000Z");
    expect(span?.starts).toHaveLength(14);
    if (span === null) throw new Error("there is no span");
    // What is counted of that week is from the first chosen day on.
    const [first, second] = stepsOf([counted({ bucket: "2025-12-28T18:30:00.000Z" })], span);
    expect(first).toMatchObject({ from: span.from.toISOString(), counts: { SUCCESS: 1 } });
    expect(second?.from).toBe("2026-01-04T18:30:00.000Z");
  });

  it.each([
    ["", "2026-11-01"],
    ["2026-11-31", "2026-12-01"],
    ["2026-11-02", "2026-11-01"],
    ["2026-11-22", "2026-11-23"],
    ["2025-11-01", "2026-11-02"],
    ["9999-99-99", "x"],
    ["0026-10-01", "0026-10-31"],
    ["9999-12-31", "9999-12-31"],
  ])("from %s to %s is none", (from, until) => {
    expect(spanOfDays({ from, until }, NOW, "UTC")).toBeNull();
  });

  it("takes an unknown range for seven days", () => {
    expect(parseOverviewRange("century")).toBe("7d");
    expect(parseOverviewRange("24h")).toBe("24h");
  });
});

describe("the figures", () => {
  const span = overviewSpan("7d", NOW, "UTC");

  it("stand in their step, and a step without payments is there with noughts", () => {
    const steps = stepsOf(
      [counted({ bucket: "2026-11-20T00:00:00.000Z", count: 3 }), counted({ status: "FAILURE", count: 2 })],
      span,
    );
    expect(steps.map(({ counts }) => [counts.SUCCESS, counts.FAILURE])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [3, 0],
      [0, 2],
    ]);
    expect(steps.at(-1)).toMatchObject({ from: "2026-11-21T00:00:00.000Z", until: NOW.toISOString() });
  });

  it("add up what was paid by currency, to the paisa, beyond what a double holds, the most used first", () => {
    const { paid } = totalsOf([
      counted({ amount: "9999999999999999.99" }),
      counted({ amount: "0.02", bucket: "2026-11-20T00:00:00.000Z" }),
      counted({ amount: "5.00", currency: "AED" }),
      counted({ amount: "7.00", status: "FAILURE" }),
    ]);
    expect(paid).toEqual([
      { currency: "INR", amount: "10000000000000000.01" },
      { currency: "AED", amount: "5.00" },
    ]);
  });

  it("are reported by gateway, the busiest first, those without one last", () => {
    const parts = partsOf(
      [
        counted({ gateway: null, status: "DROP", count: 9 }),
        counted({ gateway: "a", count: 1 }),
        counted({ gateway: "b", count: 3 }),
        counted({ gateway: "b", count: 1, status: "FAILURE", currency: "USD" }),
      ],
      ({ gateway }) => gateway,
    );
    expect(parts).toEqual([
      { name: "b", paid: 3, ended: 4, rate: 0.75 },
      { name: "a", paid: 1, ended: 1, rate: 1 },
      { name: null, paid: 0, ended: 9, rate: 0 },
    ]);
  });
});
