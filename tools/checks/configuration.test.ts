import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { documentedVariables } from "./configuration-table";

/** The modules that read the environment of the programs. */
const READERS = [
  "server/start/env.ts",
  "server/routing/env.ts",
  "server/routing/gateway/env.ts",
  "server/backups/env.ts",
  "server/dashboard/env.ts",
  "server/dashboard/routing-client/env.ts",
];

/** The keys of their schemas. */
function readVariables(): string[] {
  return READERS.flatMap((path) => {
    const source = readFileSync(join(projectRoot(), path), "utf8");
    return [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name ?? "");
  });
}

test("each variable that a program reads is in the tables of docs/configuration.md, and no other one", () => {
  const documented = documentedVariables().map(({ name }) => name);
  expect(documented.length).toBeGreaterThan(50);
  expect(documented.toSorted()).toEqual([...new Set(readVariables())].toSorted());
});

test("each variable that holds a secret has its change described in docs/maintenance.md", () => {
  const guide = readFileSync(join(projectRoot(), "docs/maintenance.md"), "utf8");
  const [, section = ""] = /\n## Change a key\n(.*?)\n## /s.exec(guide) ?? [];
  const secrets = documentedVariables().filter(({ name }) =>
    /(KEY|KEY_ID|SALT|SECRET|PASSWORD|TOKEN|DATABASE_URL|POOLER_URL|REPLICA_URL|SMTP_URL)$/.test(name),
  );
  expect(secrets.length).toBeGreaterThan(15);
  expect(secrets.map(({ name }) => name).filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
