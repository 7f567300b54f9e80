import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { migrationsFolder, readMigrations } from "@/server/platform/migrations";
import { projectRoot } from "@/server/platform/root";
import { faultsOfReleased } from "./released";

const read = (path: string): string => readFileSync(join(projectRoot(), path), "utf8");
const releasedSchema = z.record(z.string(), z.record(z.string(), z.string()));

test("no released migration was edited or deleted, and each release recorded its own", async () => {
  const migrations: Record<string, string> = {};
  for (const system of ["routing", "dashboard"] as const)
    for (const { name, checksum } of await readMigrations(migrationsFolder(system)))
      migrations[`${system}/${name}`] = checksum;
  const released = releasedSchema.parse(JSON.parse(read("tools/checks/migrations/released.json")));
  expect(faultsOfReleased(read("CHANGELOG.md"), released, migrations)).toEqual([]);
});

test("the changelog says for this version what its operator has to change", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const sections = read("CHANGELOG.md").split(/^## /m);
  const own = sections.find((section) => section.startsWith(`${version}, `));
  expect(own, `CHANGELOG.md has no section of ${version}`).toBeDefined();
  expect(own).toMatch(/^### Upgrade\n\n\S/m);
});

const RELEASED = { "0.1.0": { "routing/0001_baseline": "a" } };
const AFTER = "# Changelog\n\n## 0.2.0, unreleased\n\n## 0.1.0, 2026-12-01\n";

test.each([
  ["edited", RELEASED, { "routing/0001_baseline": "b" }, "routing/0001_baseline was edited after 0.1.0"],
  ["deleted", RELEASED, {}, "routing/0001_baseline was deleted after 0.1.0"],
  ["not recorded", {}, { "routing/0001_baseline": "a" }, '{"0.1.0":{"routing/0001_baseline":"a"}}'],
])("a released migration that is %s is named", (_, released, migrations, fault) => {
  expect(faultsOfReleased(AFTER, released, migrations).join("\n")).toContain(fault);
});

test("a migration that no version has released may be edited, added and deleted", () => {
  expect(faultsOfReleased("## 0.1.0, unreleased\n", {}, { "routing/0001_baseline": "a" })).toEqual([]);
  const later = { "routing/0001_baseline": "a", "routing/0002_later": "b" };
  expect(faultsOfReleased(AFTER, RELEASED, later)).toEqual([]);
});
