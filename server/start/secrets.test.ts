import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSecrets, saveSecrets, secretsPath } from "./secrets";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-secrets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("secrets are generated once, differ between folders, and only their owner can read them", async () => {
  const { secrets } = await loadSecrets(folder, {});
  expect((await loadSecrets(folder, {})).secrets).toEqual(secrets);
  expect(Buffer.from(secrets.routingSaltKey, "base64")).toHaveLength(32);
  expect(secrets.sandboxApiKey).toMatch(/^sandbox_key_[0-9a-f]{24}$/);
  expect(secrets.sandboxApiSalt).toMatch(/^sandbox_salt_[0-9a-f]{48}$/);
  expect(secrets.sandboxPassword).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect((await stat(secretsPath(folder))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["secrets.json"]);
  await rm(secretsPath(folder));
  expect((await loadSecrets(folder, {})).secrets.sandboxPassword).not.toBe(secrets.sandboxPassword);
});

test("the sandbox's key and salt are stored at the first start; another one later is reported and not stored", async () => {
  const chosen = { sandboxApiKey: "test_key", sandboxApiSalt: "test_salt" };
  expect((await loadSecrets(folder, chosen)).secrets).toMatchObject(chosen);
  const { secrets, warnings } = await loadSecrets(folder, { ...chosen, sandboxApiKey: "test_key_2" });
  expect(secrets).toMatchObject(chosen);
  expect(warnings).toEqual([
    "SANDBOX_API_KEY is not what the sandbox was first started with, which stays in use.",
  ]);
});

test("a sandbox password that is set later is stored, and used by the starts that do not set it", async () => {
  await loadSecrets(folder, {});
  await loadSecrets(folder, { sandboxPassword: "test-password" });
  expect((await loadSecrets(folder, {})).secrets.sandboxPassword).toBe("test-password");
});

test("a folder keeps its purpose: one from before it was recorded is a sandbox", async () => {
  const { secrets } = await loadSecrets(folder, {});
  const { isProduction: _, ...before } = secrets;
  await saveSecrets(folder, before as typeof secrets);
  expect((await loadSecrets(folder, {})).secrets).toEqual(secrets);
  await expect(loadSecrets(folder, { isProduction: true })).rejects.toThrow(/is a sandbox and stays one/);
});

test("secrets for real money have no account and no key of a sandbox", async () => {
  const chosen = { isProduction: true, sandboxApiKey: "test_key", sandboxPassword: "test-password" };
  const { secrets, warnings } = await loadSecrets(folder, chosen);
  expect(secrets).toMatchObject({ isProduction: true, apiKey: expect.stringMatching(/^key_/) as string });
  expect(JSON.stringify(secrets)).not.toMatch(/sandbox|test/);
  expect(await loadSecrets(folder, chosen)).toEqual({ secrets, warnings });
  await expect(loadSecrets(folder, {})).rejects.toThrow(/was made for real money/);
});

test("a damaged file is refused in words and left as it is", async () => {
  await writeFile(secretsPath(folder), '{"superuserPassword":');
  await expect(loadSecrets(folder, {})).rejects.toThrow("is damaged");
  expect(await readFile(secretsPath(folder), "utf8")).toBe('{"superuserPassword":');
});

test("a database without its secrets is refused in words, and no new ones are made for it", async () => {
  await mkdir(join(folder, "postgres"));
  await writeFile(join(folder, "postgres", "PG_VERSION"), "18\n");
  await expect(loadSecrets(folder, {})).rejects.toThrow(/secrets\.json is gone.*restore a backup/s);
  expect(await readdir(folder)).toEqual(["postgres"]);
});
