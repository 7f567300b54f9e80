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
  const result = await oldestFirst(service.look, bounds);
  if (!result.ok) throw new Error("no answer");
  return { ...result.value, looks: service.looks(), oldest: service.items.toReversed() };
}

describe("the oldest of a list that is returned newest first", () => {
  it("are all of it, with one look, when they fit a page", async () => {
    const result = await read([5_000, 1_000, 9_000]);
    expect(result).toMatchObject({ order: "oldest", isAll: true, looks: 1 });
    expect(result.items.map((item) => NOW - item.createdAtMs)).toEqual([9_000, 5_000, 1_000]);
  });

  it("are found among thousands with few looks", async () => {
    const result = await read(Array.from({ length: 5_000 }, (_, index) => 1_000 + index * 17_000));
    expect(result.order).toBe("oldest");
    expect(result.items.length).toBeGreaterThanOrEqual(10);
    expect(result.items).toEqual(result.oldest.slice(0, result.items.length));
    expect(result.looks).toBeLessThanOrEqual(20);
  });

  it("are whatever they are spread like: nothing older is ever left out", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 900_000_000 }), { maxLength: 120 }),
        async (ages) => {
          const result = await read(ages);
          if (result.order === "newest") return;
          expect(result.items).toEqual(result.oldest.slice(0, result.items.length));
          if (result.isAll) expect(result.items).toHaveLength(ages.length);
          else expect(result.items.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("are not claimed when more than a page is of one age", async () => {
    const result = await read(Array.from({ length: 60 }, () => 5_000));
    expect(result).toMatchObject({ order: "newest", isAll: false });
    expect(result.items).toHaveLength(PAGE);
    expect(result.looks).toBeLessThanOrEqual(bounds.maxPolls);
  });

  it("are not reported when the service gives no answer half-way", async () => {
    const service = serviceOf(Array.from({ length: 60 }, (_, index) => 1_000 * index + 1));
    let looks = 0;
    const result = await oldestFirst((untilMs) => {
      looks += 1;
      return looks === 3 ? Promise.resolve(err("away" as const)) : service.look(untilMs);
    }, bounds);
    expect(result).toEqual(err("away"));
  });
});
