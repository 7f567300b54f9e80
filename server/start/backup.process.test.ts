import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { draftPath, recordDraft, removeAbandonedDrafts } from "@/server/embedded/backup/drafts";
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

/** Runs the built commands as processes, on folders whose Postgres belongs to processes that are killed. */
let whole: string;
let base: string;
let folder: string;
let file: string;
let owner: ChildProcess | null = null;
/** Each test starts several Postgres servers, one after the other. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

beforeAll(async () => {
  await buildOwner();
  whole = await makeFolder();
  const { secrets } = await loadSecrets(whole, {});
  await saveSecrets(whole, { ...secrets, superuserPassword: TEST_OPTIONS.superuserPassword });
  const url = await own(whole);
  for (const system of ["routing", "dashboard"] as const) {
    const owner = new URL(at(url, system));
    owner.username = system;
    owner.password = TEST_OPTIONS.databases.find(({ name }) => name === system)?.password ?? "";
    const logger = createLogger("test", "silent");
    await migrate({ connectionString: owner.href, folder: migrationsFolder(system), logger });
  }
  await writeNote(url, "first");
  await kill();
  await stopOrphan(whole);
});
beforeEach(async () => {
  base = await makeFolder();
  folder = join(base, "data");
  file = join(base, "paydeck.backup");
  await copyFolder(whole, folder);
});
afterEach(async () => {
  await kill();
  for (const name of await readdir(base)) {
    if (name === "data" || name === "elsewhere") await stopOrphan(join(base, name));
  }
  await removeFolder(base);
});
afterAll(() => removeFolder(whole));

/** Stops the Postgres that keeps running after its owner was killed. */
async function stopOrphan(dataFolder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    ...TEST_OPTIONS,
    folder: dataFolder,
    onEvent: () => undefined,
  }).catch(() => null);
  await postgres?.stop();
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
async function own(dataFolder = folder): Promise<string> {
  owner = startOwner(dataFolder);
  return ownersUrl(owner);
}

async function kill(): Promise<void> {
  if (owner !== null) await killHard(owner);
  owner = null;
}

/** The notes in both databases of a folder, read after a start; the process is then killed with -9. */
async function notesOf(dataFolder = folder): Promise<unknown> {
  const url = await own(dataFolder);
  const notes = await Promise.all(
    ["routing", "dashboard"].map((name) => query(at(url, name), "select note from test_notes order by note")),
  );
  await kill();
  return notes.map((rows) => rows.map(({ note }) => note));
}

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

  await writeNote(await own(), "later");
  await kill();
  const refused = await run("restore", [file]);
  expect(refused.output).toContain("holds a database already");
  expect(refused.code).toBe(1);

  const secrets = await readFile(secretsPath(folder), "utf8");
  const replaced = await run("restore", [file, "--replace"]);
  expect(replaced.output).toContain("Refunds are held");
  expect(replaced.code).toBe(0);
  expect(await notesOf()).toEqual([
    ["before the kill", "first"],
    ["before the kill", "first"],
  ]);
  const restored = await own();
  for (const name of ["routing", "dashboard"]) {
    expect(
      await query(
        at(restored, name),
        "select pg_get_userbyid(relowner) as owner, released_at from pg_class, refund_hold where relname = 'refund_hold'",
      ),
    ).toEqual([{ owner: name, released_at: null }]);
  }
  await kill();
  expect(await readFile(secretsPath(folder), "utf8")).toBe(secrets);
  expect((await stat(secretsPath(folder))).mode & 0o777).toBe(0o600);
  const aside = (await readdir(folder)).filter((name) => name.startsWith("replaced-"));
  expect(aside.map((name) => name.replace(/^replaced-[0-9a-f]+-/, "")).sort()).toEqual([
    "postgres",
    "secrets.json",
  ]);
});

test("a backup of a database at work is one moment of it: both sides of every transaction or neither", async () => {
  const url = await own();
  const lock = await acquireLock(join(folder, "paydeck.lock"));
  await query(at(url, "routing"), "create table legs (side text, n int)");
  let isWriting = true;
  const writer = (async () => {
    for (let n = 0; isWriting; n += 1) {
      await query(at(url, "routing"), `insert into legs values ('debit', ${n}), ('credit', ${n})`);
    }
  })();
  const outcome = await run("backup", [file]);
  isWriting = false;
  await writer;
  if (lock.held) lock.release();
  expect(outcome.code).toBe(0);
  await kill();

  const elsewhere = join(base, "elsewhere");
  expect(await run("restore", [file], elsewhere)).toMatchObject({ code: 0 });
  const [sides] = await query(
    at(await own(elsewhere), "routing"),
    `select count(*) filter (where side = 'debit')::int as debits,
            count(*) filter (where side = 'credit')::int as credits from legs`,
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
  // The database runs under another process, so no start interferes.
  await own();
  const lock = await acquireLock(join(folder, "paydeck.lock"));
  expect(await killWhileItWrites()).toBe(0o600);
  expect(await run("backup", [file])).toMatchObject({ code: 0 });
  expect(await draftsIn()).toEqual([]);
  expect(await readdir(join(folder, "backup-drafts"))).toEqual([]);
  if (lock.held) lock.release();
  await kill();

  await rm(file);
  expect(await killWhileItWrites()).toBe(0o600);
  await stopOrphan(folder);
  expect(await draftsIn()).toEqual([]);
});

test("the draft of a backup that is being written stays", async () => {
  const draft = draftPath(file);
  const removeNote = await recordDraft(folder, draft);
  await writeFile(draft, "half of it");
  await removeAbandonedDrafts(folder);
  expect(await draftsIn()).toHaveLength(1);
  await removeNote();
  await rm(draft);
});

test("a damaged backup is refused in words and changes nothing", async () => {
  await run("backup", [file]);
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

/** The table of migrations of the dashboard's database, as a newer version or a commit before the baseline leaves it. */
function migrationsBy(maker: string): string[] {
  if (maker === "an earlier commit")
    return [
      "drop table schema_migrations",
      "create table schema_migrations (id serial primary key, name text not null, run_on timestamp not null)",
      "insert into schema_migrations (name, run_on) values ('0001_people-refunds-audit', now())",
    ];
  return ["insert into schema_migrations (name, checksum) values ('9999_newer', 'not known here')"];
}

test.each([
  ["a newer version", "newer version of Paydeck (9999_newer)"],
  ["an earlier commit", "Restore it with the commit that made it."],
])("a backup of %s is refused, and changes nothing", async (maker, refusal) => {
  const url = await own();
  const lock = await acquireLock(join(folder, "paydeck.lock"));
  for (const statement of migrationsBy(maker)) await query(at(url, "dashboard"), statement);
  expect(await run("backup", [file])).toMatchObject({ code: 0 });
  if (lock.held) lock.release();
  await kill();
  const before = (await readdir(folder)).filter((name) => name !== "paydeck.lock");
  const outcome = await run("restore", [file, "--replace"]);
  expect(outcome.code).toBe(1);
  expect(outcome.output).toContain(`${file} (dashboard) was made by`);
  expect(outcome.output).toContain(refusal);
  expect((await readdir(folder)).filter((name) => name !== "paydeck.lock")).toEqual(before);
});

test("a restore is refused while Paydeck runs on the folder", async () => {
  const lock = await acquireLock(join(folder, "paydeck.lock"));
  expect((await run("restore", [file, "--replace"])).output).toContain("already runs here");
  if (lock.held) lock.release();
});

test("a restore that is killed -9 leaves the old database or the new one, whole, and one in the moves is reported", async () => {
  await run("backup", [file]);
  await writeNote(await own(), "later");
  await kill();
  for (const delayMs of [500, 1_500]) {
    const restore = launch("restore", [file, "--replace"]);
    await Promise.race([sleep(delayMs), once(restore, "exit")]);
    if (restore.exitCode === null) await killHard(restore);
    const interrupted = (await readdir(folder)).includes("restore-in-progress");
    if (!interrupted) expect(["first,first", "first,later,first,later"]).toContain(String(await notesOf()));
  }
  await writeFile(join(folder, "restore-in-progress"), "");
  await expect(startEmbeddedPostgres({ ...TEST_OPTIONS, folder, onEvent: () => undefined })).rejects.toThrow(
    "was interrupted. Run it again",
  );
  expect(await run("restore", [file, "--replace"])).toMatchObject({ code: 0 });
  expect(await notesOf()).toEqual([["first"], ["first"]]);
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

test("a restore that is killed -9 between the holds of the two databases changes nothing, and is run again", async () => {
  const gate = join(base, "gate");
  const url = await own();
  const lock = await acquireLock(join(folder, "paydeck.lock"));
  await waitAtGate(url, gate);
  expect(await run("backup", [file])).toMatchObject({ code: 0 });
  if (lock.held) lock.release();
  await kill();
  await writeNote(await own(), "later");
  await kill();

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
  expect(await notesOf()).toEqual([
    ["first", "later"],
    ["first", "later"],
  ]);
  expect(await run("restore", [file, "--replace"])).toMatchObject({ code: 0 });
  const restored = await own();
  for (const name of ["routing", "dashboard"]) {
    expect(await query(at(restored, name), "select released_at from refund_hold")).toEqual([
      { released_at: null },
    ]);
  }
});
