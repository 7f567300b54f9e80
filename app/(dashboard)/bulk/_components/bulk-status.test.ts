import { expect, it } from "vitest";
import { bulkRun } from "@/tools/gallery/bulk-data";
import { shownStateOf } from "./bulk-status";

const { counts } = bulkRun;

it.each([
  ["settling", { unknown: 2 }, 1],
  ["settling", { unknown: 1, accepted: 1 }, 1],
  ["left_to_people", { unknown: 2 }, 2],
  ["left_to_people", { unknown: 1, failed: 1 }, 1],
  ["ended_with_failures", { failed: 1 }, 0],
  ["ended", {}, 0],
] as const)(
  "a run whose rows are all sent is %s with %j, %i of them left to people",
  (shown, of, leftToPeople) => {
    const run = { ...bulkRun, state: "ended" as const, leftToPeople, counts: { ...counts, ...of } };
    expect(shownStateOf(run)).toBe(shown);
  },
);
