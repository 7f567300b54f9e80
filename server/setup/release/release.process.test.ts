import { type ChildProcess, execFile, spawn, type SpawnOptions } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { createRequire, isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { blockOf, linesOf } from "@/tools/checks/commands/documented";
import { createTestDatabase } from "@/tools/testing/database";
import { endWithProcess } from "@/tools/testing/end-with-process";
import { freePorts } from "@/tools/checks/programs.mjs";
import { projectRoot } from "@/server/platform/root";

/** Packs the build of this checkout and unpacks it where no package of the checkout can be found. */
const LIMIT_MS = 600_000;
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
  // When the test runs as root, Postgres runs as another user, who must be able to enter this folder.
  await chmod(base, 0o711);
  await run(process.execPath, [join(projectRoot(), "server/setup/release/main.mjs"), "--out", base]);
  published = (await readdir(base)).sort();
  await run("sh", ["-ec", unpackCommands()], { cwd: base });
  const unpacked = (await readdir(base)).filter((name) => !published.includes(name));
  expect(unpacked).toHaveLength(1);
  release = join(base, unpacked[0] ?? "");
});
afterAll(() => rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

/** Where a release keeps its data unless DATA_DIR says otherwise. */
const dataFolder = (): string => join(base, "paydeck");
const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).sort();

async function waitUntilReady(port: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
    timeout: LIMIT_MS,
    interval: 200,
  });
}

/** The commands of docs/deployment.md that check and unpack an archive, for the archive of this machine. */
function unpackCommands(): string {
  const lines = linesOf(blockOf("docs/deployment.md", "sha256sum -c"));
  const commands = lines.filter((line) => /^(sha256sum|tar) /.test(line));
  expect(commands).toHaveLength(2);
  return commands.map((line) => line.replace(/\S+\.tar\.gz/, archive())).join("\n");
}

const archive = (): string => published.find((name) => name.endsWith(".tar.gz")) ?? "";

/** Nothing of this shell: an empty home folder, and so no packages in a cache. */
async function environment(variables: Record<string, string>): Promise<NodeJS.ProcessEnv> {
  const home = join(base, "home");
  await mkdir(home, { recursive: true });
  // Not below the home folder, which the account that runs Postgres for root could not enter.
  return { PATH: process.env.PATH, NODE_ENV: "production", HOME: home, XDG_DATA_HOME: base, ...variables };
}

async function launch(
  command: string,
  variables: Record<string, string>,
  options: SpawnOptions = {},
): Promise<ChildProcess> {
  const child = spawn(join(release, "paydeck"), command.split(" "), {
    cwd: base,
    env: await environment(variables),
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
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

type Credentials = { key: string; salt: string };
type Secrets = { sandboxApiKey: string; sandboxApiSalt: string };

/** Signs as a merchant does (specification 5). Returns the status. */
async function initiatePayment(service: string, { sandboxApiKey, sandboxApiSalt }: Secrets): Promise<number> {
  const body = {
    merchant_transaction_id: "ORDER-1",
    transaction_amount: "500.00",
    customer_details: { customer_phone: "9876543210" },
  };
  const hashed = [sandboxApiKey, body.merchant_transaction_id, body.transaction_amount, sandboxApiSalt];
  const response = await fetch(`${service}/v1/route/initiate_payment`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-API-Key": sandboxApiKey,
      Hash: createHash("sha256").update(hashed.join("|")).digest("hex"),
    },
    body: JSON.stringify(body),
  });
  return response.status;
}

/** Runs a command to its end; returns its exit code and what it printed. */
async function runToEnd(
  command: string,
  variables: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = await launch(command, variables);
  const output = outputOf(child);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: output() };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  return child.exitCode;
}

test("the archive runs with Node alone: pages, a signed call, and an orderly end", async () => {
  const [port = "", routingPort = ""] = freePorts(2);
  const before = await filesOf(release);
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

    const secrets = JSON.parse(await readFile(join(dataFolder(), "secrets.json"), "utf8")) as Secrets;
    expect(await initiatePayment(`http://127.0.0.1:${routingPort}`, secrets)).toBe(201);
  } finally {
    await stop(child);
  }
  expect(child.exitCode).toBe(0);
  expect(await filesOf(release), "the next release replaces its folder").toEqual(before);
});

/** systemd and containers start processes as a user without a name and a home folder. Only root can do so. */
const NAMELESS = { uid: 54_321, gid: 54_321 };

test("migrate, service, worker and dashboard run apart on databases of one's own", async () => {
  const [routing, dashboard] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [port = "", routingPort = "", workerPort = ""] = freePorts(3);
  const databases = { ROUTING_DATABASE_URL: routing.url, DASHBOARD_DATABASE_URL: dashboard.url };
  const service = { ...databases, ROUTING_SALT_KEY: randomBytes(32).toString("base64") };
  const processes: ChildProcess[] = [];
  const launchPlainly = (command: string, variables: Record<string, string>): Promise<ChildProcess> =>
    launch(command, variables, {
      ...(process.getuid?.() === 0 ? NAMELESS : {}),
      env: { NODE_ENV: "production", PATH: process.env.PATH, ...variables },
    });
  try {
    expect(await runToEnd("migrate", databases)).toMatchObject({ code: 0 });
    const created = await runToEnd("merchant create Shop", service);
    const { key, salt } = JSON.parse(created.output.slice(created.output.indexOf("{"))) as Credentials;

    const address = `http://127.0.0.1:${routingPort}`;
    const ports = { ROUTING_PORT: routingPort, ROUTING_WORKER_PORT: workerPort, PORT: port };
    const staff = { ROUTING_BASE_URL: address, ROUTING_API_KEY: key, ROUTING_API_SALT: salt };
    processes.push(
      await launchPlainly("service", { ...service, ...ports }),
      await launchPlainly("worker", { ...service, ...ports }),
      await launchPlainly("dashboard", {
        ...databases,
        ...ports,
        ...staff,
        NEXTAUTH_SECRET: "a secret for this test",
      }),
    );
    for (const each of [routingPort, workerPort, port]) await waitUntilReady(each);
    expect(await initiatePayment(address, { sandboxApiKey: key, sandboxApiSalt: salt })).toBe(201);
    const refunds = await runToEnd("refunds", databases);
    expect(refunds.output.match(/refunds are not held/g)).toHaveLength(2);
    expect(await Promise.all(processes.map(stop))).toEqual([0, 0, 0]);
  } finally {
    await Promise.all(processes.map(stop));
    await Promise.all([routing.drop(), dashboard.drop()]);
  }
});

test("messages name the commands of a release, and a backup of other databases is refused with advice", async () => {
  const usage = await runToEnd("merchant", {});
  expect(usage.output).toContain("./paydeck merchant create NAME");
  const outside = { DASHBOARD_DATABASE_URL: "postgres://127.0.0.1/d" };
  const backup = await runToEnd("backup x.backup", { DATA_DIR: join(base, "empty"), ...outside });
  expect(backup).toMatchObject({ code: 1, output: expect.stringContaining("pg_dump") as unknown });
  expect(usage.output + backup.output).not.toContain("npm ");
});

test("nothing random is in the archive: its build is named by the sources, and keys of previews are zeros", async () => {
  const build = await readFile(join(release, ".next/BUILD_ID"), "utf8");
  const sources = await readFile(join(projectRoot(), "dist/.paydeck-sources"), "utf8");
  expect(build).toBe(sources.slice(0, build.length));
  const props = await readFile(join(release, ".next/server/preview-props.json"), "utf8");
  expect(Object.values(JSON.parse(props) as object)).toEqual([
    "0".repeat(32),
    "0".repeat(64),
    "0".repeat(64),
  ]);
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

test("what Node loads of each package is in the archive", async () => {
  const { resolve } = createRequire(join(projectRoot(), "package.json"));
  const loaded = (await namesOf(join(release, "node_modules"))).flatMap((name) => {
    try {
      const path = resolve(isBuiltin(name) ? `${name}/` : name);
      // Node finds only a declaration of a package of types.
      return path.endsWith(".d.ts") ? [] : [relative(projectRoot(), path)];
    } catch {
      // Loaded by other names than its own.
      return [];
    }
  });
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter((path) => !existsSync(join(release, path)))).toEqual([]);
});

test("the documents that units, alerts and messages name are in the archive", async () => {
  const units = await readFile(join(release, "deploy/systemd/paydeck-service.service"), "utf8");
  const [, ofUnits = ""] = /^Documentation=file:\/opt\/paydeck\/current\/(.+)$/m.exec(units) ?? [];
  for (const name of [ofUnits, "CHANGELOG.md", "docs/maintenance.md", "docs/gateways.md"])
    expect(existsSync(join(release, name)), name).toBe(true);
});

test("the archive has no broken link and names no folder of this machine", async () => {
  const names = await readdir(release, { recursive: true });
  for (const name of names) {
    const path = join(release, name);
    if ((await lstat(path)).isSymbolicLink()) await expect(realpath(path)).resolves.toMatch(release);
  }
  const { stdout } = await run("tar", ["-tzf", archive()], { cwd: base, maxBuffer: 64 * 1024 * 1024 });
  expect(stdout.split("\n").filter((name) => /^\/|\.\.\/|\/\.data\/|\.env(\.local)?$/.test(name))).toEqual(
    [],
  );
  const found = run("grep", ["-rlF", projectRoot(), "."], { cwd: release });
  // grep's exit code for "not found"
  await expect(found).rejects.toMatchObject({ code: 1 });
});

async function packagesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const found: string[] = [];
  for (const path of (await namesOf(folder)).map((name) => join(folder, name))) {
    const content = await readFile(join(path, "package.json"), "utf8");
    const { name, version } = JSON.parse(content) as { name: string; version: string };
    found.push(`pkg:npm/${name}@${version}`, ...(await packagesBelow(join(path, "node_modules"))));
  }
  return found;
}

/** The names of the packages in a folder, with their scopes. */
async function namesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
  const scoped = names.map(async (name) =>
    name.startsWith("@") ? (await readdir(join(folder, name))).map((rest) => `${name}/${rest}`) : [name],
  );
  return (await Promise.all(scoped)).flat();
}
