import { mkdtempSync, readFileSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { figure } from "../browser.mjs";
import { memoryOf } from "../memory.mjs";
import { freePorts, startProgram } from "../stack.mjs";

const MB = 1024 * 1024;
/** Connections are closed after 30 seconds without use, and Node returns memory some time after a start. */
const UNTIL_IDLE_MS = 100_000;
const GOAL_MB = 220;

/**
 * The memory of `npm start` that nobody uses: of its first start, which creates the databases, and of the next one. The
 * stack of the other sections is not measured: it has a second service and connections of the bench.
 */
export async function measureIdle() {
  const folder = mkdtempSync(join(tmpdir(), "paydeck-bench-idle-"));
  chmodSync(folder, 0o711);
  try {
    return [...(await measureStart("First start", folder)), ...(await measureStart("Second start", folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureStart(start, folder) {
  const [port, routingPort] = await freePorts(2);
  const startedAt = performance.now();
  const product = await startProgram("dist/start.js", [], "is ready", {
    DATA_DIR: folder,
    PORT: String(port),
    ROUTING_PORT: String(routingPort),
  });
  const readySeconds = (performance.now() - startedAt) / 1_000;
  try {
    await sleep(UNTIL_IDLE_MS);
    const memory = memoryOf(product.pid);
    const sessions = await sessionsOf(folder);
    const megabytes = Object.entries(memory).map(([program, bytes]) => [program, bytes / MB]);
    const total = megabytes.reduce((sum, [, each]) => sum + each, 0);
    return [
      figure(`${start}: memory when idle`, `${total.toFixed(0)} MB`, `${GOAL_MB} MB`, total <= GOAL_MB),
      ...megabytes.map(([program, each]) =>
        figure(`${start}: of it ${program}`, `${each.toFixed(0)} MB`, "—", true),
      ),
      figure(`${start}: open sessions of Postgres`, String(sessions), "—", true),
      figure(`${start}: ready after`, `${readySeconds.toFixed(1)} s`, "—", true),
    ];
  } finally {
    await product.stop();
  }
}

async function sessionsOf(folder) {
  const { routingDatabaseUrl } = JSON.parse(readFileSync(join(folder, "running.json"), "utf8"));
  const client = new pg.Client({ connectionString: routingDatabaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as open from pg_stat_activity where client_port is not null and pid <> pg_backend_pid()",
  );
  await client.end();
  return rows[0].open;
}
