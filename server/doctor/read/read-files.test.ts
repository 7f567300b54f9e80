import { join } from "node:path";
import { expect, test } from "vitest";
import type { BackupStore } from "@/server/backups/store/backup-store";
import { areOnOneDisk, readStored } from "./read-files";

const NOW = new Date("2026-03-10T12:00:00Z");

/** Backups by the day in their names; the value says whether one was restored on trial. */
function storeWith(days: Record<string, boolean>): BackupStore {
  const nameOf = (day: string): string => `paydeck-${day}T020000Z-cluster`;
  const unused = (): Promise<never> => Promise.reject(new Error("the doctor changes nothing"));
  return {
    title: "a store",
    list: () =>
      Promise.resolve(
        Object.keys(days).flatMap((day) => [
          { name: nameOf(day), bytes: 1 },
          { name: `${nameOf(day)}.json`, bytes: 1 },
        ]),
      ),
    readText: (name) => {
      const at = NOW.toISOString();
      const isVerified = Object.entries(days).some(([day, is]) => is && name.startsWith(nameOf(day)));
      const verifiedAt = isVerified ? at : null;
      return Promise.resolve(
        JSON.stringify({ format: 1, madeAt: at, bytes: 1, sha256: "0".repeat(64), verifiedAt }),
      );
    },
    put: unused,
    putText: unused,
    read: unused,
    remove: unused,
  };
}

test.each<[string, Record<string, boolean>, boolean]>([
  ["none", { 20260310: false, 20260309: false }, false],
  ["an earlier one", { 20260310: false, 20260309: true }, true],
  ["one that a wrong clock dated in the future", { 29991231: true, 20260310: false }, false],
])("of the newest backups %s was restored on trial", async (_, days, isVerified) => {
  expect(await readStored(storeWith(days), NOW)).toEqual({
    kind: "stored",
    title: "a store",
    newest: new Date("2026-03-10T02:00:00Z"),
    isVerified,
  });
});

test("folders on one disk and on two are told apart, and a missing one is not judged", async () => {
  const here = import.meta.dirname;
  expect(await areOnOneDisk(here, join(here, ".."))).toBe(true);
  expect(await areOnOneDisk(here, "/proc")).toBe(false);
  expect(await areOnOneDisk(here, join(here, "missing"))).toBeNull();
});
