import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { faultsOfLock, readLock } from "./lock.mjs";

test("an address of a registry in the lock is a fault", () => {
  const lock = { packages: { "node_modules/a": { resolved: "https://registry.example/a.tgz" } } };
  expect(faultsOfLock(lock)).toEqual(["node_modules/a names the address it came from (resolved)"]);
});

test("an optional dependency without an entry is a fault, wherever Node would look for it", () => {
  const optionalDependencies = { "a-linux": "1.0.0" };
  const a = { "node_modules/x/node_modules/a": { optionalDependencies } };
  expect(faultsOfLock({ packages: a })).toEqual([
    "node_modules/x/node_modules/a wants a-linux, which has no entry",
  ]);
  for (const place of ["node_modules/a-linux", "node_modules/x/node_modules/a-linux"]) {
    expect(faultsOfLock({ packages: { ...a, [place]: {} } })).toEqual([]);
  }
});

const PACKAGES = "tools/checks/packages";

test.each([".", `${PACKAGES}/kubernetes`, `${PACKAGES}/mutation`])(
  "the lock in %s has no fault",
  (folder) => {
    expect(faultsOfLock(readLock(join(projectRoot(), folder)))).toEqual([]);
  },
);
