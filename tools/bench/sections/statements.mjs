import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STATEMENTS } from "../floor-statements.mjs";
import { seedPayments } from "../seed.mjs";

/** Includes the time to open connections, one after the other. */
const LEAST_SECONDS = 4;
const ONCE = ["prepared", "extended"];
const IN_TURNS = [...ONCE, "extended", "prepared"];

/**
 * The throughput of the database alone for the statements of a lookup, measured by Postgres' own pgbench: prepared, as
 * the service sends them, and parsed and planned at each use.
 */
export async function measureStatements(
  { pool, merchant, databaseUrl },
  { callers: levels, seconds, quick },
) {
  if (spawnSync("pgbench", ["--version"]).status !== 0) return [];
  const { references } = await seedPayments(pool, merchant.id, { count: 1_000, status: "SUCCESS" });
  const first = /\d+$/.exec(references[0])[0];
  const key = literal(STATEMENTS.key, { $1: `'${merchant.apiKey}'`, $2: "now()" });
  const lookup = literal(STATEMENTS.ofReference, { $1: String(merchant.id), $2: "'SEED-' || :n::bigint" });
  const scripts = {
    "transaction-status": `\\set n random(${first}, ${first} + ${references.length - 1})\n${key};\n${lookup};\n`,
  };
  const folder = mkdtempSync(join(tmpdir(), "paydeck-pgbench-"));
  try {
    return Object.entries(scripts).flatMap(([name, script]) => {
      const file = join(folder, `${name}.sql`);
      writeFileSync(file, script);
      const measure = (mode, callers) =>
        pgbench(databaseUrl, file, mode, callers, Math.max(seconds, LEAST_SECONDS));
      return levels.map((callers) => {
        const turns = (quick ? ONCE : IN_TURNS).map((mode) => [mode, measure(mode, callers)]);
        const of = (wanted) => best(turns.filter(([mode]) => mode === wanted).map(([, figure]) => figure));
        return { name, callers, perSecond: of("prepared"), parsedAnewPerSecond: of("extended") };
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function literal(text, values) {
  return text.replaceAll(/\$\d+/g, (place) => values[place]).replaceAll("\n", " ");
}

/** Null when no client connected in time. */
function best(figures) {
  const known = figures.filter((figure) => figure !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function pgbench(databaseUrl, file, mode, clients, seconds) {
  const args = ["-n", "-M", mode, "-f", file, "-c", clients, "-j", 1, "-T", seconds, databaseUrl];
  const { status, stdout, stderr } = spawnSync("pgbench", args.map(String), { encoding: "utf8" });
  if (status !== 0) throw new Error(`pgbench failed: ${stderr}`);
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  return perSecond === undefined ? null : Number(perSecond);
}
