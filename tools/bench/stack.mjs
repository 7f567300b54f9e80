import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const MERCHANT = { apiKey: "bench_key", salt: "bench_salt" };
const READY_LIMIT_MS = 300_000;

/** Far above what is measured: rate limits matter for only one figure. */
const NO_LIMIT = 1_000_000;

/** The bench's own webhook endpoints. */
const RECEIVERS = { WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: "127.0.0.1/32" };

/**
 * The product as started by `npm start` on a separate data folder, plus a separate process of the service on the same
 * database: the load goes to that one, so that the figures exclude the work of the dashboard and of jobs.
 */
export async function startStack({ profileTo = null, callsASecond = NO_LIMIT } = {}) {
  const limits = { RATE_LIMIT_PER_SECOND: String(callsASecond), RATE_LIMIT_BURST: String(callsASecond) };
  const folder = mkdtempSync(join(tmpdir(), "paydeck-bench-"));
  // Postgres may run as another account; if that account could not enter, the database would be elsewhere and outlive
  // the bench.
  chmodSync(folder, 0o711);
  folders.add(folder);
  const [port, routingPort, servicePort] = await freePorts(3);
  const startedAt = performance.now();
  const product = await startProgram("dist/start.js", [], "is ready", {
    DATA_DIR: folder,
    PORT: String(port),
    ROUTING_PORT: String(routingPort),
    SANDBOX_API_KEY: MERCHANT.apiKey,
    SANDBOX_API_SALT: MERCHANT.salt,
    SANDBOX_PASSWORD: "bench-password",
    ...RECEIVERS,
    ...limits,
  });
  const readyMs = performance.now() - startedAt;
  const running = JSON.parse(readFileSync(join(folder, "running.json"), "utf8"));
  const serviceEnv = {
    NODE_ENV: "production",
    ROUTING_DATABASE_URL: running.routingDatabaseUrl,
    ROUTING_SALT_KEY: running.routingSaltKey,
    ...RECEIVERS,
    ...limits,
  };
  const service = await startProgram(
    "dist/routing.js",
    ["service"],
    '"msg":"ready"',
    { ...serviceEnv, ROUTING_PORT: String(servicePort) },
    profileTo === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileTo}`],
  );
  const pool = new pg.Pool({ connectionString: running.routingDatabaseUrl, max: 2 });
  // When a section fails, the database stops before the pool; only the section's failure is reported.
  pool.on("error", () => undefined);
  const { rows } = await pool.query("select merchant_id from api_keys where api_key = $1", [MERCHANT.apiKey]);
  /** Starts another worker on the same database. */
  const startWorker = (env) =>
    startProgram("dist/routing.js", ["worker"], '"msg":"ready"', { ...serviceEnv, ...env });
  return {
    merchant: { ...MERCHANT, id: rows[0].merchant_id },
    pool,
    startWorker,
    folder,
    databaseUrl: running.routingDatabaseUrl,
    dashboardDatabaseUrl: running.dashboardDatabaseUrl,
    routingUrl: running.routingUrl,
    dashboardUrl: running.dashboardUrl,
    dashboardPid: childOf(product.pid, "dist/dashboard.js"),
    /** The process with the jobs. */
    routingPid: childOf(product.pid, "dist/routing.js"),
    password: "bench-password",
    readyMs,
    /** The process that the load goes to. */
    service: { port: servicePort, pid: service.pid },
    async stop() {
      await pool.end();
      for (const program of [service, product]) await program.stop();
      rmSync(folder, { recursive: true, force: true });
      folders.delete(folder);
    },
  };
}

/** Creates another merchant with a separate key. */
export async function createMerchant({ folder, pool }, name) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, "dist/merchant.js"), "create", name],
    { cwd: root, env: { ...process.env, DATA_DIR: folder } },
  );
  const { key, salt } = JSON.parse(stdout);
  const { rows } = await pool.query("select merchant_id from api_keys where api_key = $1", [key]);
  return { apiKey: key, salt, id: rows[0].merchant_id };
}

/** All running programs, so that a failed start leaves nothing behind. */
const running = new Set();

const folders = new Set();

export async function stopAll() {
  for (const program of [...running].reverse()) await program.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts a program of the checkout and resolves once it prints `readyWord`. Its output is only used for the error
 * message.
 */
export async function startProgram(file, args, readyWord, env, nodeArgs = []) {
  const child = spawn(process.execPath, [...nodeArgs, join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const program = {
    pid: child.pid,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
  running.add(program);
  void exited.then(() => running.delete(program));
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file} is not ready: ${said}`)), READY_LIMIT_MS);
    const listen = (chunk) => {
      if (said.length < 100_000) said += chunk;
      if (said.includes(readyWord)) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => reject(new Error(`${file} has ended: ${said}`)));
    void exited.then(() => clearTimeout(timer));
  });
  return program;
}

/** The process of a program that another one has started; works only on Linux. */
function childOf(parent, program) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => parseInt(name, 10))
    .find((pid) => {
      try {
        const isChild =
          readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ")[1] === String(parent);
        return isChild && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(program);
      } catch {
        // It has ended since the folder was listed.
        return false;
      }
    });
}

export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
