import { expect, test } from "vitest";
import { neededRoom, noRoom } from "./room";

const GIB = 2 ** 30;

test("a run needs two copies of its backup, and the databases when it restores them on trial", () => {
  const first = { databaseBytes: 9 * GIB, lastBytes: null };
  expect(neededRoom({ ...first, isTried: true })).toBe(15 * GIB);
  expect(neededRoom({ ...first, isTried: false })).toBe(6 * GIB);
  expect(neededRoom({ databaseBytes: 10 * GIB, lastBytes: 2 * GIB, isTried: true })).toBeCloseTo(
    14.8 * GIB,
    -1,
  );
});

test("nothing is written where it would fill the disk of the databases", () => {
  expect(noRoom("/data", { neededBytes: 4 * GIB, freeBytes: 5 * GIB })).toBeNull();
  expect(noRoom("/data", { neededBytes: 4.8 * GIB, freeBytes: 5 * GIB })).toContain(
    "needs about 4.8 GiB in /data for a while and 0.5 GiB beside it, and 5.0 GiB are free. Nothing was written.",
  );
});
