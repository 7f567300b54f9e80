import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { fingerprintPackages, fingerprintSources } from "@/server/setup/fingerprint.mjs";
import { type RunningPaydeck, startPaydeck } from "../../testing/running-paydeck";
import { blockOf, linesOf } from "./documented";
import { BLOCKS, RUN_HERE } from "./how-tested";

/** Runs the commands of the documents with npm, as a reader would copy them, against one running product. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const SECRET_KEYS = ["apiSalt", "password"] as const;
let paydeck: RunningPaydeck;
/** A checkout as far as the commands see one: the files of the project, and the data folder of the product as `.data`. */
let checkout = "";

/** npm would first install and build, under the other tests. */
function requirePrepared(): void {
  const stamps = {
    "node_modules/.paydeck-packages": fingerprintPackages,
    "dist/.paydeck-sources": fingerprintSources,
  };
  for (const [stamp, fingerprint] of Object.entries(stamps)) {
    const path = join(projectRoot(), stamp);
    if (!existsSync(path) || readFileSync(path, "utf8").trim() !== fingerprint(projectRoot()))
      throw new Error("The packages or the build are older than the sources. Run: npm run build");
  }
}

beforeAll(async () => {
  requirePrepared();
  paydeck = await startPaydeck({ SIMULATOR_REFUND_MS: "100" });
  checkout = await mkdtemp(join(tmpdir(), "paydeck-commands-"));
  await mkdir(join(checkout, "backups"));
  await symlink(paydeck.env.DATA_DIR ?? "", join(checkout, ".data"));
  for (const name of ["package.json", "dist", "docs", "server", "tools", "node_modules"])
    await symlink(join(projectRoot(), name), join(checkout, name));
});
afterAll(async () => {
  // Not there when the start failed.
  await (paydeck as RunningPaydeck | undefined)?.stop();
  if (checkout !== "") await rm(checkout, { recursive: true, force: true });
});

type Outcome = { code: number; stdout: string; stderr: string };

/** Runs it in the checkout, with the ports, the folder and the shop of this test in the place of the documents'. */
function shell(script: string, variables: Record<string, string> = {}): Promise<Outcome> {
  const here = script
    .replaceAll("http://127.0.0.1:4000", paydeck.routingUrl)
    .replaceAll("/backups/", `${checkout}/backups/`);
  const { DATA_DIR = "", PORT = "", ROUTING_PORT = "" } = paydeck.env;
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...{ DATA_DIR, PORT, ROUTING_PORT, npm_config_update_notifier: "false" },
    ...variables,
  };
  return new Promise((resolve) => {
    execFile("sh", ["-ec", here], { cwd: checkout, env }, (error, stdout, stderr) =>
      resolve({
        code: error === null ? 0 : typeof error.code === "number" ? error.code : -1,
        stdout,
        stderr,
      }),
    );
  });
}

/** Runs a command that must succeed, and returns what it printed. */
async function succeed(command: string, variables: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await shell(command, variables);
  expect({ command, code, stderr: code === 0 ? "" : stderr + stdout }).toEqual({
    command,
    code: 0,
    stderr: "",
  });
  for (const name of SECRET_KEYS) expect(stdout + stderr, command).not.toContain(paydeck[name]);
  return stdout;
}

/** The JSON after npm's own lines. */
const jsonIn = (printed: string): unknown => JSON.parse(printed.slice(printed.search(/^[[{]/m)));
const block = ([page, words]: readonly [string, string]): string => blockOf(page, words);

const missing = ["curl", "sha256sum", "openssl", "python3"].filter(
  (tool) => spawnSync(tool, ["--version"], { stdio: "ignore" }).error !== undefined,
);
const withoutTools = missing.length > 0 ? ` (skipped: there is no ${missing.join(", ")} here)` : "";

test.skipIf(missing.length > 0)(
  `the tutorial's commands create a payment that can be paid${withoutTools}`,
  async () => {
    const { payment_link: link } = jsonIn(await succeed(block(BLOCKS.payment))) as { payment_link: string };
    const body = new URLSearchParams({ outcome: "success" });
    const paid = await fetch(link, { method: "POST", body, redirect: "manual" });
    expect(paid.status).toBe(303);
    await expect.poll(async () => (await fetch(link)).text()).toContain("500.00");
  },
);

test("each of the merchant commands does what it says, and the signing programs call with a new key", async () => {
  let first: { key: string; salt: string } | undefined;
  let newest = { key: "", salt: "" };
  for (const line of linesOf(block(BLOCKS.merchants))) {
    const printed = jsonIn(await succeed(line.replace("key_…", first?.key ?? "")));
    if (!/merchant -- (create|rotate)/.test(line)) continue;
    newest = printed as typeof newest;
    first ??= newest;
  }
  expect([first?.key === newest.key, newest.key]).toEqual([false, expect.stringMatching(/^key_/)]);

  const own = { ROUTING_API_KEY: "key_of_the_documents", ROUTING_API_SALT: "salt_of_the_documents" };
  expect(jsonIn(await succeed(RUN_HERE.ownKey, own))).toMatchObject({ name: "shop", isNew: true });

  if (missing.length > 0) return;
  const signing = block(BLOCKS.signing)
    .replace("PAYDECK_API_KEY=…", `PAYDECK_API_KEY=${newest.key}`)
    .replace("PAYDECK_API_SALT=…", `PAYDECK_API_SALT=${newest.salt}`);
  const printed = await succeed(signing);
  expect(printed.match(/"merchant_transaction_id": ?"ORDER-1"/g)).toHaveLength(2);
  const vectors = JSON.parse(await readFile(join(projectRoot(), "docs/signing/vectors.json"), "utf8")) as {
    hashes: { parts: string[]; hash: string }[];
  };
  const vector = vectors.hashes.find(({ parts }) => parts.join("|").includes("ORDER-3|1499.00"));
  expect(await succeed(block(BLOCKS.hash))).toContain(vector?.hash ?? "no such vector");
});

test("an installation that runs is compared with its gateways, its audit log is whole, and an admin is invited", async () => {
  const [compared, , invited] = await Promise.all(
    [RUN_HERE.reconcile, RUN_HERE.reconcileDay, RUN_HERE.admin].map((command) => succeed(command)),
  );
  expect(compared).toMatch(/payments/i);
  expect(invited).toMatch(/\/invitation\/\S+/);
  const [, newest = ""] = /Newest: (\S+)/.exec(await succeed(RUN_HERE.verify)) ?? [];
  expect(await succeed(RUN_HERE.verifyAnchor.replace("POSITION:HASH", newest))).toContain("whole");
});

test("npm run doctor finds no problem in a running installation, nor in its backup, and refunds are not held", async () => {
  await succeed(RUN_HERE.backup);
  const doctors = linesOf(block(BLOCKS.doctor)).map((line) => line.replace("/backups/paydeck", "/backups/"));
  for (const { stdout } of await Promise.all(doctors.map((line) => shell(line)))) {
    // The machine of the tests may have a full disk, and the first line names no folder of backups.
    const problems = stdout
      .split("\n")
      .filter((line) => /^(PROBLEM|WARNING) /.test(line) && !/ disk | backups .* not checked$/.test(line));
    expect(problems).toEqual([]);
    expect(stdout).toContain("accepts its key and signature");
    for (const name of SECRET_KEYS) expect(stdout).not.toContain(paydeck[name]);
  }

  expect(await succeed(RUN_HERE.refunds)).toMatch(/refunds are not held/);
});
