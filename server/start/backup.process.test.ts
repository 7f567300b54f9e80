import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import {
  buildOwner,
  copyFolder,
  killHard,
  makeFolder,
  postmasterPid,
  ownersUrl,
  query,
  removeFolder,
  startOwner,
} from "@/tools/testing/embedded/harness";
import { TEST_OPTIONS } from "@/tools/testing/embedded/options";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { migrationsFolder } from "@/server/platform/migrations";
import { projectRoot } from "@/server/platform/root";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { loadSecrets, saveSecrets, secretsPath } from "./secrets";

/** Runs the built commands as processes, on folders whose Postgres belongs to this test or to processes that it kills. */
let prepared: string;
let base: string;
let folder: string;
let file: string;
let owner: ChildProcess | null = null;
/** Each test starts several Postgres servers, one after the other. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** A data folder with one note, and a backup of it: `data` and `paydeck.backup`. */
beforeAll(async () => {
  await buildOwner();
  prepared = await makeFolder();
  const data = join(prepared, "data");
  // Enterable for the account of Postgres, so that the database is in it.
  await mkdir(data, { mode: 0o755 });
  const { secrets } = await loadSecrets(data, {});
  await saveSecrets(data, { ...secrets, superuserPassword: TEST_OPTIONS.superuserPassword });
  await whileRunning(async (url) => {
    for (const system of ["routing", "dashboard"] as const) {
      const owner = new URL(at(url, system));
      owner.username = system;
      owner.password = TEST_OPTIONS.databases.find(({ name }) => name === system)?.password ?? "";
      const logger = createLogger("test", "silent");
      await migrate({ connectionString: owner.href, folder: migrationsFolder(system), logger });
    }
    await writeNote(url, "first");
    await expectBackup(join(prepared, "paydeck.backup"), data);
  }, data);
});
beforeEach(async () => {
  base = await makeFolder();
  folder = join(base, "data");
  file = join(base, "paydeck.backup");
  await copyFolder(join(prepared, "data"), folder);
});
afterEach(async () => {
  if (owner !== null) {
    await kill();
    await endOrphan();
  }
  await removeFolder(base);
});
afterAll(() => removeFolder(prepared));

/** Ends the Postgres that keeps running after its owner was killed. */
async function endOrphan(): Promise<void> {
  const postmaster = await postmasterPid(join(folder, "postgres")).catch(() => null);
  if (postmaster !== null) process.kill(postmaster, "SIGQUIT");
}

/** Runs the Postgres of the folder as `npm start` does, until the work is done. */
async function whileRunning<T>(work: (url: string) => Promise<T>, dataFolder = folder): Promise<T> {
  const lock = await acquireLock(join(dataFolder, "paydeck.lock"));
  try {
    const postgres = await startEmbeddedPostgres({
      ...TEST_OPTIONS,
      folder: dataFolder,
      onEvent: () => undefined,
    });
    try {
      return await work(postgres.adminUrl);
    } finally {
      await postgres.stop();
    }
  } finally {
    if (lock.held) lock.release();
  }
}

async function expectBackup(to = file, dataFolder = folder): Promise<void> {
  expect(await run("backup", [to], dataFolder)).toMatchObject({ code: 0 });
}

type Outcome = { code: number | null; output: string };

function launch(command: "backup" | "restore", args: string[], dataFolder = folder) {
  return spawn(process.execPath, [join(projectRoot(), "dist", `${command}.js`), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataFolder, INIT_CWD: base },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(command: "backup" | "restore", args: string[], dataFolder = folder): Promise<Outcome> {
  const child = launch(command, args, dataFolder);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Starts the Postgres in a separate process and returns the superuser's URL. */
async function own(): Promise<string> {
  owner = startOwner(folder);
  return ownersUrl(owner);
}

async function kill(): Promise<void> {
  if (owner !== null) await killHard(owner);
  owner = null;
}

/** The notes in both databases. */
async function notesOf(url: string): Promise<unknown> {
  const notes = await Promise.all(
    ["routing", "dashboard"].map((name) => query(at(url, name), "select note from test_notes order by note")),
  );
  return notes.map((rows) => rows.map(({ note }) => note));
}

/** Reads from both databases who owns the table, and when refunds were released. */
async function holdsOf(url: string): Promise<unknown> {
  const statement =
    "select pg_get_userbyid(relowner) as owner, released_at from pg_class, refund_hold where relname = 'refund_hold'";
  const holds = await Promise.all(["routing", "dashboard"].map((name) => query(at(url, name), statement)));
  return holds.flat();
}
const HELD = [
  { owner: "routing", released_at: null },
  { owner: "dashboard", released_at: null },
];

function at(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function writeNote(url: string, note: string): Promise<void> {
  for (const name of ["routing", "dashboard"]) {
    await query(at(url, name), "create table if not exists test_notes (note text)");
    await query(at(url, name), `insert into test_notes values ('${note}')`);
  }
}

test("a backup after kill -9 holds what was committed, and a restore brings exactly that back, secrets included", async () => {
  await writeNote(await own(), "before the kill");
  await kill();
  const made = await run("backup", ["paydeck.backup"]);
  expect(made.output).toContain(file);
  expect(made.code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await whileRunning((url) => writeNote(url, "later"));
  const refused = await run("restore", [file]);
  expect(refused.output).toContain("holds a database already");
  expect(refused.code).toBe(1);

  const secrets = await readFile(secretsPath(folder), "utf8");
  const replaced = await run("restore", [file, "--replace"]);
  expect(replaced.output).toContain("Refunds are held");
  expect(replaced.code).toBe(0);
  await whileRunning(async (url) => {
    expect(await notesOf(url)).toEqual([
      ["before the kill", "first"],
      ["before the kill", "first"],
    ]);
    expect(await holdsOf(url)).toEqual(HELD);
  });
  expect(await readFile(secretsPath(folder), "utf8")).toBe(secrets);
  expect((await stat(secretsPath(folder))).mode & 0o777).toBe(0o600);
  const aside = (await readdir(folder)).filter((name) => name.startsWith("replaced-"));
  expect(aside.map((name) => name.replace(/^replaced-[0-9a-f]+-/, "")).sort()).toEqual([
    "postgres",
    "secrets.json",
  ]);
});

test("a backup of a database at work is one moment of it: both sides of every transaction or neither", async () => {
  await whileRunning(async (url) => {
    await query(at(url, "routing"), "create table legs (side text, n int)");
    let isWriting = true;
    const writer = (async () => {
      for (let n = 0; isWriting; n += 1) {
        await query(at(url, "routing"), `insert into legs values ('debit', ${n}), ('credit', ${n})`);
      }
    })();
    await expectBackup();
    isWriting = false;
    await writer;
  });

  const elsewhere = join(base, "elsewhere");
  expect(await run("restore", [file], elsewhere)).toMatchObject({ code: 0 });
  const [sides] = await whileRunning(
    (url) =>
      query(
        at(url, "routing"),
        `select count(*) filter (where side = 'debit')::int as debits,
                count(*) filter (where side = 'credit')::int as credits from legs`,
      ),
    elsewhere,
  );
  expect(sides?.debits).toBe(sides?.credits);
});

test("a backup never replaces a file, and leaves none behind where it fails", async () => {
  await writeFile(file, "something else");
  expect((await run("backup", [file])).output).toContain("exists already");
  expect(await readFile(file, "utf8")).toBe("something else");
  expect((await run("backup", [join(base, "nowhere", "x")])).output).toContain("cannot be written");
  await rm(join(folder, "postgres"), { recursive: true });
  await rm(join(folder, "postgres-location"));
  expect((await run("backup", [join(base, "x")])).output).toContain("There is no embedded database");
  expect(await readdir(base)).toEqual(["data", "paydeck.backup"]);
});

const draftsIn = async (): Promise<string[]> =>
  (await readdir(base)).filter((name) => name.endsWith(".draft"));

/** Kills a backup while it writes its draft, and returns the draft's file mode. */
async function killWhileItWrites(): Promise<number> {
  const backup = launch("backup", [file]);
  await vi.waitFor(async () => expect(await draftsIn()).not.toEqual([]), { timeout: 60_000, interval: 2 });
  await killHard(backup);
  const [left = "none"] = await draftsIn();
  return (await stat(join(base, left))).mode & 0o777;
}

test("only its owner can read the draft of a killed backup, and the next backup or start removes it", async () => {
  // The database runs, so no start interferes.
  await whileRunning(async () => {
    expect(await killWhileItWrites()).toBe(0o600);
    await expectBackup();
    expect(await draftsIn()).toEqual([]);
    expect(await readdir(join(folder, "backup-drafts"))).toEqual([]);
  });

  await rm(file);
  expect(await killWhileItWrites()).toBe(0o600);
  await whileRunning(() => Promise.resolve());
  expect(await draftsIn()).toEqual([]);
});

test("a damaged backup is refused in words and changes nothing", async () => {
  await copyFile(join(prepared, "paydeck.backup"), file);
  const { size } = await stat(file);
  const cut = join(base, "cut");
  await copyFile(file, cut);
  await truncate(cut, Math.floor(size / 2));
  const flipped = join(base, "flipped");
  const bytes = await readFile(file);
  const middle = Math.floor(size / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x55, middle);
  await writeFile(flipped, bytes);
  const other = join(base, "other");
  await writeFile(other, "a diary");
  const before = await readdir(folder);
  for (const damaged of [cut, flipped, other, join(base, "missing")]) {
    const outcome = await run("restore", [damaged, "--replace"]);
    expect(outcome.code).toBe(1);
    expect(outcome.output).toMatch(/is damaged|not a backup|cannot be read/);
    expect(outcome.output).not.toMatch(/\n\s+at /);
  }
  expect(await readdir(folder)).toEqual(before);
});

/** A commit before the baseline left a database like this. `migrations.test.ts` has the other refusals. */
const OF_AN_EARLIER_COMMIT = [
  "drop table schema_migrations",
  "create table schema_migrations (id serial primary key, name text not null, run_on timestamp not null)",
  "insert into schema_migrations (name, run_on) values ('0001_people-refunds-audit', now())",
];

test("a backup of an earlier commit is refused, and changes nothing", async () => {
  await whileRunning(async (url) => {
    for (const statement of OF_AN_EARLIER_COMMIT) await query(at(url, "dashboard"), statement);
    await expectBackup();
  });
  const before = (await readdir(folder)).filter((name) => name !== "paydeck.lock");
  const outcome = await run("restore", [file, "--replace"]);
  expect(outcome.code).toBe(1);
  expect(outcome.output).toContain(`${file} (dashboard) was made by`);
  expect(outcome.output).toContain("Restore it with the commit that made it.");
  expect((await readdir(folder)).filter((name) => name !== "paydeck.lock")).toEqual(before);
});

test("a restore is refused while Paydeck runs on the folder", async () => {
  const lock = await acquireLock(join(folder, "paydeck.lock"));
  expect((await run("restore", [file, "--replace"])).output).toContain("already runs here");
  if (lock.held) lock.release();
});

/**
 * Makes the restore of a backup wait while it sets the refund hold in the dashboard's database, as long as `gate`
 * exists.
 */
async function waitAtGate(url: string, gate: string): Promise<void> {
  await query(
    at(url, "dashboard"),
    `create function wait_at_gate() returns trigger language plpgsql security definer as $$
     begin
       while (pg_stat_file('${gate}', true)).size is not null loop perform pg_sleep(0.05); end loop;
       return new;
     end $$;
     create trigger wait_at_gate before insert on refund_hold for each row execute function wait_at_gate()`,
  );
}

test("a restore that is killed -9 before the moves changes nothing, one in the moves is reported, and both are run again", async () => {
  const gate = join(base, "gate");
  await whileRunning(async (url) => {
    await waitAtGate(url, gate);
    await expectBackup();
    await writeNote(url, "later");
  });

  await writeFile(gate, "");
  const restore = launch("restore", [file, "--replace"]);
  const draft = await vi.waitFor(
    async () => {
      const name = (await readdir(folder)).find((one) => one.startsWith("postgres.restore-"));
      const lines = (await readFile(join(folder, name ?? "", "postmaster.pid"), "utf8")).split("\n");
      const address = `postgres://postgres:${TEST_OPTIONS.superuserPassword}@127.0.0.1:${lines[3]}/routing`;
      expect(await query(address, "select from refund_hold")).toHaveLength(1);
      const other = address.replace(/routing$/, "dashboard");
      expect(await query(other, "select from refund_hold")).toHaveLength(0);
      return join(folder, name ?? "");
    },
    { timeout: 60_000, interval: 100 },
  );
  const postmaster = await postmasterPid(draft);
  await killHard(restore);
  process.kill(postmaster, "SIGQUIT");
  await rm(gate);

  expect((await readdir(folder)).includes("restore-in-progress")).toBe(false);
  expect(await whileRunning(notesOf)).toEqual([
    ["first", "later"],
    ["first", "later"],
  ]);

  await writeFile(join(folder, "restore-in-progress"), "");
  await expect(whileRunning(notesOf)).rejects.toThrow("was interrupted. Run it again");
  expect(await run("restore", [file, "--replace"])).toMatchObject({ code: 0 });
  await whileRunning(async (url) => {
    expect(await notesOf(url)).toEqual([["first"], ["first"]]);
    expect(await holdsOf(url)).toEqual(HELD);
  });
});
