import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "@/server/checks/database";
import { endWithProcess } from "@/server/checks/end-with-process";
import { freePorts } from "@/server/checks/programs.mjs";
import { projectRoot } from "@/server/platform/root";

/** Packs the build of this checkout and unpacks it where no package of the checkout can be found. */
const LIMIT_MS = 240_000;
vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS });
const run = promisify(execFile);

let base: string;
/** What is published: the archive, its checksum and its bill of materials. */
let published: string[];
/** The unpacked archive. */
let release: string;

beforeAll(async () => {
  const built = [".next/BUILD_ID", "dist/start.js"].map((path) => join(projectRoot(), path));
  if (!built.every((path) => existsSync(path))) throw new Error("Build first: npm run build");
  base = await mkdtemp(join(tmpdir(), "paydeck-release-"));
  // As root, Postgres runs as another user, which must be able to pass through.
  await chmod(base, 0o711);
  await run(process.execPath, [join(projectRoot(), "server/setup/release/main.mjs"), "--out", base]);
  published = (await readdir(base)).sort();
  await run("tar", ["-xzf", archive()], { cwd: base });
  const unpacked = (await readdir(base)).filter((name) => !published.includes(name));
  expect(unpacked).toHaveLength(1);
  release = join(base, unpacked[0] ?? "");
});
afterAll(() => rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const archive = (): string => published.find((name) => name.endsWith(".tar.gz")) ?? "";

/** Nothing of this shell: an empty home folder, and so no packages in a cache. */
async function environment(variables: Record<string, string>): Promise<NodeJS.ProcessEnv> {
  const home = join(base, "home");
  await mkdir(home, { recursive: true });
  return { PATH: process.env.PATH, NODE_ENV: "production", HOME: home, ...variables };
}

async function launch(command: string, variables: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(join(release, "paydeck"), [command], {
    cwd: base,
    env: await environment(variables),
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithProcess(child, "SIGTERM");
  return child;
}

function outputOf(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  return () => output;
}

type Secrets = { sandboxApiKey: string; sandboxApiSalt: string };

/** Signs as a merchant does (specification 5). Returns the status. */
async function initiatePayment(service: string, { sandboxApiKey, sandboxApiSalt }: Secrets): Promise<number> {
  const body = {
    merchant_transaction_id: "ORDER-1",
    transaction_amount: "500.00",
    customer_details: { customer_phone: "9876543210" },
  };
  const hashed = [sandboxApiKey, body.merchant_transaction_id, body.transaction_amount, sandboxApiSalt];
  const answer = await fetch(`${service}/v1/route/initiate_payment`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-API-Key": sandboxApiKey,
      Hash: createHash("sha256").update(hashed.join("|")).digest("hex"),
    },
    body: JSON.stringify(body),
  });
  return answer.status;
}

test("the archive runs with Node alone: pages, a signed call, and an orderly end", async () => {
  const [port = "", routingPort = ""] = freePorts(2);
  const child = await launch("start", { PORT: port, ROUTING_PORT: routingPort });
  const output = outputOf(child);
  try {
    await vi.waitFor(
      () => {
        if (child.exitCode === null) expect(output()).toContain("Paydeck is ready");
      },
      { timeout: LIMIT_MS, interval: 100 },
    );
    expect(child.exitCode, output()).toBeNull();

    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, new URL(page.url).pathname]).toEqual([200, "/login"]);
    const text = await page.text();
    const script = /\/_next\/static\/[^"]+\.js/.exec(text)?.[0] ?? "";
    expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200);

    const secrets = JSON.parse(await readFile(join(release, ".data/secrets.json"), "utf8")) as Secrets;
    expect(await initiatePayment(`http://127.0.0.1:${routingPort}`, secrets)).toBe(201);
  } finally {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  }
  expect(child.exitCode).toBe(0);
});

test("`./paydeck migrate` prepares the databases that are set, and ends", async () => {
  const database = await createTestDatabase();
  try {
    const child = await launch("migrate", { ROUTING_DATABASE_URL: database.url });
    const output = outputOf(child);
    const [code] = (await once(child, "close")) as [number | null];
    expect(code, output()).toBe(0);
    expect(output()).toContain("the database is at this version");
  } finally {
    await database.drop();
  }
});

test("the checksum is that of the archive", async () => {
  const { stdout } = await run("sha256sum", ["-c", `${archive()}.sha256`], { cwd: base });
  expect(stdout).toBe(`${archive()}: OK\n`);
});

test("each package in the archive is in its bill of materials, at the same version", async () => {
  const bill = published.find((name) => name.endsWith(".cdx.json")) ?? "";
  const { components } = JSON.parse(await readFile(join(base, bill), "utf8")) as {
    components: { purl: string }[];
  };
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
  const packed = await packagesBelow(join(release, "node_modules"));
  expect(packed.length).toBeGreaterThan(100);
  expect(packed.filter((purl) => !listed.has(purl))).toEqual([]);
});

test("the archive has no broken link and names no folder of this machine", async () => {
  const names = await readdir(release, { recursive: true });
  for (const name of names) {
    const path = join(release, name);
    if ((await lstat(path)).isSymbolicLink()) await expect(realpath(path)).resolves.toMatch(release);
  }
  const { stdout } = await run("tar", ["-tzf", archive()], { cwd: base, maxBuffer: 64 * 1024 * 1024 });
  expect(stdout.split("\n").filter((name) => /^\/|\.\.\/|\/\.data\/|\.env/.test(name))).toEqual([]);
  const found = run("grep", ["-rlF", "--exclude-dir=.data", projectRoot(), "."], { cwd: release });
  // grep's exit code for "not found"
  await expect(found).rejects.toMatchObject({ code: 1 });
});

async function packagesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    if (name.startsWith(".")) continue;
    const scoped = name.startsWith("@") ? await readdir(join(folder, name)) : [""];
    for (const path of scoped.map((rest) => join(folder, name, rest))) {
      const content = await readFile(join(path, "package.json"), "utf8");
      const { name: own, version } = JSON.parse(content) as { name: string; version: string };
      found.push(`pkg:npm/${own}@${version}`, ...(await packagesBelow(join(path, "node_modules"))));
    }
  }
  return found;
}
