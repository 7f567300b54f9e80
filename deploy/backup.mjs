import { spawnSync } from "node:child_process";
import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a dump of each database that is set into the folder that systemd made (STATE_DIRECTORY), or the folder after
 * `--folder`, and deletes dumps older than `--keep-days`. Uses pg_dump. The embedded databases have `paydeck backup`.
 */
const DAY_MS = 24 * 60 * 60_000;
const DUMP = /^(routing|dashboard)-[0-9TZ-]+\.dump$/;

const { ROUTING_DATABASE_URL, DASHBOARD_DATABASE_URL, STATE_DIRECTORY } = process.env;
const folder = option("--folder") ?? STATE_DIRECTORY;
const keepDays = Number.parseInt(option("--keep-days") ?? "14", 10);
const databases = Object.entries({ routing: ROUTING_DATABASE_URL, dashboard: DASHBOARD_DATABASE_URL }).filter(
  ([, url]) => url !== undefined && url !== "",
);
if (folder === undefined || folder === "" || databases.length === 0 || !(keepDays > 0)) {
  fail(
    "Usage: node backup.mjs --folder FOLDER [--keep-days N], with ROUTING_DATABASE_URL or DASHBOARD_DATABASE_URL",
  );
}

// Both names have the same time, without colons: YYYY-MM-DDTHH-MM-SSZ.
const at = new Date().toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
for (const [name, url] of databases) {
  const file = join(folder, `${name}-${at}.dump`);
  const draft = join(folder, `.${name}-${at}.draft`);
  const { status, error } = spawnSync("pg_dump", ["--format=custom", "--no-password", `--file=${draft}`], {
    env: { ...process.env, ...connection(new URL(url)) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) {
    rmSync(draft, { force: true });
    fail(
      `The ${name} database was not backed up: ${error?.message ?? "pg_dump failed"}. Nothing was deleted.`,
    );
  }
  renameSync(draft, file);
  console.log(`${file}: ${statSync(file).size} bytes`);
}
// Only after both have succeeded: the newest complete pair always stays.
const oldest = Date.now() - keepDays * DAY_MS;
for (const name of readdirSync(folder).filter((each) => DUMP.test(each))) {
  if (statSync(join(folder, name)).mtimeMs < oldest) rmSync(join(folder, name));
}

/** In the environment, because every user of the machine can read the arguments of a process. */
function connection(url) {
  return {
    PGHOST: decodeURIComponent(url.hostname).replace(/^\[|\]$/g, ""),
    PGPORT: url.port || "5432",
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(url.searchParams.has("sslmode") ? { PGSSLMODE: url.searchParams.get("sslmode") } : {}),
  };
}

function option(name) {
  const index = process.argv.indexOf(name);
  return index === -1 ? undefined : process.argv[index + 1];
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
