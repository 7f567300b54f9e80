import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { err, ok } from "@/lib/result";
import { oldestFirst } from "./oldest-first";

const PAGE = 20;
const NOW = 1_000_000_000;

function serviceOf(ages: readonly number[]) {
  const items = ages.map((age) => ({ createdAtMs: NOW - age })).sort((a, b) => b.createdAtMs - a.createdAtMs);
  let looks = 0;
  return {
    items,
    looks: () => looks,
    look: (untilMs: number) => {
      looks += 1;
      const older = items.filter((item) => item.createdAtMs < untilMs);
      return Promise.resolve(ok({ items: older.slice(0, PAGE), isAll: older.length <= PAGE }));
    },
  };
}

const bounds = { untilMs: NOW, enough: 10, maxPolls: 24 };

async function read(ages: readonly number[]) {
  const service = serviceOf(ages);
  const told = await oldestFirst(service.look, bounds);
  if (!told.ok) throw new Error("no answer");
  return { ...told.value, looks: service.looks(), oldest: service.items.toReversed() };
}

describe("the oldest of a list that is told newest first", () => {
  it("are all of it, with one look, when they fit a page", async () => {
    const told = await read([5_000, 1_000, 9_000]);
    expect(told).toMatchObject({ order: "oldest", isAll: true, looks: 1 });
    expect(told.items.map((item) => NOW - item.createdAtMs)).toEqual([9_000, 5_000, 1_000]);
  });

  it("are found among thousands with few looks", async () => {
    const told = await read(Array.from({ length: 5_000 }, (_, index) => 1_000 + index * 17_000));
    expect(told.order).toBe("oldest");
    expect(told.items.length).toBeGreaterThanOrEqual(10);
    expect(told.items).toEqual(told.oldest.slice(0, told.items.length));
    expect(told.looks).toBeLessThanOrEqual(20);
  });

  it("are whatever they are spread like: nothing older is ever left out", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 900_000_000 }), { maxLength: 120 }),
        async (ages) => {
          const told = await read(ages);
          if (told.order === "newest") return;
          expect(told.items).toEqual(told.oldest.slice(0, told.items.length));
          if (told.isAll) expect(told.items).toHaveLength(ages.length);
          else expect(told.items.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("are not claimed when more than a page is of one age", async () => {
    const told = await read(Array.from({ length: 60 }, () => 5_000));
    expect(told).toMatchObject({ order: "newest", isAll: false });
    expect(told.items).toHaveLength(PAGE);
    expect(told.looks).toBeLessThanOrEqual(bounds.maxPolls);
  });

  it("are not told when the service gives no answer half-way", async () => {
    const service = serviceOf(Array.from({ length: 60 }, (_, index) => 1_000 * index + 1));
    let looks = 0;
    const told = await oldestFirst((untilMs) => {
      looks += 1;
      return looks === 3 ? Promise.resolve(err("away" as const)) : service.look(untilMs);
    }, bounds);
    expect(told).toEqual(err("away"));
  });
});
