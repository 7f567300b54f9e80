import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentedVariables } from "@/tools/checks/configuration-table";
import { readSecretFiles, SECRET_VARIABLES } from "./env";

let folder: string;
const fileWith = (text: string): string => {
  const path = join(folder, "secret");
  writeFileSync(path, text);
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "paydeck-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(given: Record<string, string>): Record<string, string | undefined> {
  const variables: NodeJS.ProcessEnv = { NODE_ENV: "test", ...given };
  readSecretFiles(variables);
  return variables;
}

test("a secret is the content of its file without the line break, and processes started from here get it once", () => {
  const given = { NEXTAUTH_SECRET_FILE: fileWith("a secret\n"), NEXTAUTH_SECRET: "", OTHER_FILE: "/missing" };
  expect(read(given)).toEqual({ NODE_ENV: "test", NEXTAUTH_SECRET: "a secret", OTHER_FILE: "/missing" });
  expect(read({ METRICS_TOKEN: "as it was", METRICS_TOKEN_FILE: "" }).METRICS_TOKEN).toBe("as it was");
});

test("a secret that is set twice, or whose file says nothing, stops the start without its value", () => {
  const both = { METRICS_TOKEN: "hidden", METRICS_TOKEN_FILE: fileWith("hidden") };
  expect(() => read(both)).toThrow("METRICS_TOKEN and METRICS_TOKEN_FILE are both set. Remove one of them.");
  expect(() => read(both)).not.toThrow("hidden");
  expect(() => read({ SMTP_URL_FILE: fileWith("\n") })).toThrow(/SMTP_URL_FILE names .* which is empty/);
  expect(() => read({ SMTP_URL_FILE: "/missing", ROUTING_SALT_KEY_FILE: "/gone" })).toThrow(
    "ROUTING_SALT_KEY_FILE names /gone, which cannot be read (ENOENT).\nSMTP_URL_FILE names /missing",
  );
});

test("each documented variable that holds a secret can come from a file", () => {
  const secrets = documentedVariables()
    .map(({ name }) => name)
    .filter((name) =>
      /(KEY|KEY_ID|SALT|SECRET|PASSWORD|TOKEN|DATABASE_URL|POOLER_URL|REPLICA_URL|SMTP_URL)$/.test(name),
    );
  expect(SECRET_VARIABLES.toSorted()).toEqual(secrets.toSorted());
});
