import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The least that a durable answer costs on this machine: pgbench inserts as many bytes as the request's records have,
 * in one transaction of one round trip, on the same Postgres and with as many clients (0323). Null without pgbench.
 */
export async function createFloor({ pool, databaseUrl }) {
  if (spawnSync("pgbench", ["--version"]).status !== 0) return null;
  await pool.query(
    "create table if not exists bench_commits (id bigserial primary key, payload text not null)",
  );
  const folder = mkdtempSync(join(tmpdir(), "paydeck-commits-"));
  return {
    async run({ callers, seconds, bytes }) {
      const file = join(folder, "insert.sql");
      // Not compressed, as the columns of a payment are not.
      writeFileSync(file, `insert into bench_commits (payload) values ('${"x".repeat(bytes)}');\n`);
      const log = join(folder, "latencies");
      const shape = ["-n", "-M", "prepared", "-f", file, "-c", callers, "-j", 1, "-T", seconds];
      const stdout = await output("pgbench", [...shape, "-l", "--log-prefix", log, databaseUrl].map(String));
      const [, perSecond] = /tps = ([\d.]+)/.exec(stdout);
      const latencies = takeLatencies(folder).sort((one, other) => one - other);
      const at = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))];
      return { perSecond: Number(perSecond), p50: at(0.5), p99: at(0.99) };
    },
    async stop() {
      rmSync(folder, { recursive: true, force: true });
      await pool.query("drop table bench_commits");
    },
  };
}

/** In milliseconds, from the logs of the last run, which are deleted. */
function takeLatencies(folder) {
  const logs = readdirSync(folder).filter((name) => name.startsWith("latencies"));
  return logs.flatMap((name) => {
    const lines = readFileSync(join(folder, name), "utf8").trim().split("\n");
    rmSync(join(folder, name));
    return lines.map((line) => Number(line.split(" ")[2]) / 1_000);
  });
}

/** Not spawnSync: the stack's programs are read meanwhile. */
function output(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text) => (stdout += text));
    child.stderr.on("data", (text) => (stderr += text));
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve(stdout) : reject(new Error(`${program} failed: ${stderr}`)),
    );
  });
}
