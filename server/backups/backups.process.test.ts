import { once } from "node:events";
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { killHard, makeFolder, query, removeFolder } from "@/tools/testing/embedded/harness";
import { systemClock } from "@/server/platform/clock";
import { newEncryptionKey } from "./archive/encryption";
import { readBackupEnv } from "./env";
import { newestGood, readCatalogue, readDescription } from "./catalogue";
import { runBackup, type RunOutcome } from "./run-backup";
import { databaseOf } from "./source";
import { openStore } from "./store/open-store";
import {
  fill,
  type Installation,
  launch,
  peopleIn,
  run,
  startInstallation,
} from "@/tools/testing/backups/installation";
import { type S3Server, startS3Server } from "@/tools/testing/backups/s3-server";

/** The tests use the databases of a running installation, and an S3-compatible server on the loopback interface. */
let base: string;
let data: string;
let paydeck: Installation;
let store: S3Server;
let key: string;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

type Env = Record<string, string>;
/** The second to fourth backup after one that was restored on trial are not. */
const NO_TRIAL = { BACKUP_VERIFY_EVERY: "4" };

beforeAll(async () => {
  base = await makeFolder();
  data = join(base, "data");
  await mkdir(data, { mode: 0o700 });
  paydeck = await startInstallation(data);
  await fill({ routing: paydeck.postgres.urlOf("routing"), dashboard: paydeck.postgres.urlOf("dashboard") });
  store = await startS3Server(join(base, "s3"));
  key = await newEncryptionKey();
  await backUp(toFolder("good"));
});
afterEach(() => rm(join(base, "elsewhere"), { recursive: true, force: true }));
afterAll(async () => {
  await (paydeck as Installation | undefined)?.stop();
  await (store as S3Server | undefined)?.stop();
  await removeFolder(base);
});

const s3 = (): Env => ({ ...store.env, DATA_DIR: data, BACKUP_S3_PREFIX: "shop/" });
const toFolder = (name: string): Env => ({ DATA_DIR: data, BACKUP_FOLDER: join(base, name) });
const adminUrlOf = (name: string): string => databaseOf(paydeck.postgres.adminUrl, name);
const stateOf = async () => (await query(adminUrlOf("routing"), "select * from backup_state"))[0];
const workOf = async () => (await readdir(data)).filter((name) => name.startsWith("backup-work"));

function storeOf(env: Env) {
  const { target } = readBackupEnv({ NODE_ENV: "test", ...env });
  if (target === null) throw new Error("there is no store");
  return openStore(target);
}

/** What `npm run backups -- run` does, or with `--prune`, without starting a program. */
function backUp(env: Env, prunes = false): Promise<RunOutcome> {
  const environment = { PATH: process.env.PATH, NODE_ENV: "production" as const };
  return runBackup({
    folder: data,
    external: {},
    environment,
    store: storeOf(env),
    settings: readBackupEnv({ NODE_ENV: "test", ...env }),
    clock: systemClock,
    dueAt: null,
    prunes,
  });
}

async function namesIn(env: Env): Promise<string[]> {
  return (await readCatalogue(storeOf(env))).backups.map(({ name }) => name);
}

function raise(): never {
  throw new Error("there is no backup");
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: unknown) => String(error),
  );
}

/** A store with one backup, which was restored on trial; returns its name. */
async function beginWithGood(env: Env): Promise<string> {
  await cp(join(base, "good"), env.BACKUP_FOLDER ?? "", { recursive: true });
  const [good = ""] = await namesIn(env);
  return good;
}

/** Backs up an audit log that was changed, which only the trial of the backup finds. */
async function failureOfTrial(env: Env, prunes = false): Promise<string> {
  const url = adminUrlOf("dashboard");
  const alter = (email: string) =>
    query(
      url,
      `set session_replication_role = replica; update audit_log set actor_email = '${email}' where position = 1`,
    );
  const [row] = await query(url, "select actor_email from audit_log where position = 1");
  await alter("mallory@example.com");
  const failure = await failureOf(backUp(env, prunes));
  await alter(String(row?.actor_email));
  return failure;
}

test("a backup is stored in S3 encrypted, is restored on trial, and brings everything back on another machine", async () => {
  const env = { ...s3(), BACKUP_ENCRYPTION_KEY: key };
  const made = await backUp(env);
  expect(made).toMatchObject({ kind: "made", isVerified: true, removed: [] });
  const [name = ""] = await namesIn(env);
  expect(name).toMatch(/^paydeck-\d{8}T\d{6}Z-cluster\.age$/);
  expect(await workOf()).toEqual([]);
  const state = await stateOf();
  expect(state).toMatchObject({ failure: null, backup_name: name });
  expect(state?.verified_at).not.toBeNull();
  expect((await run("backups", ["list"], s3())).output).toMatch(
    /-cluster\.age {2}[\d.]+ MB {2}restored on trial 2/,
  );

  const elsewhere = join(base, "elsewhere");
  const without = await run("restore", ["stored:latest"], { ...s3(), DATA_DIR: elsewhere });
  expect(without.output).toContain("Set BACKUP_ENCRYPTION_KEY");
  expect(without.code).toBe(1);
  const restored = await run("restore", ["stored:latest"], { ...env, DATA_DIR: elsewhere });
  expect(restored.output).toContain("Refunds are held");
  expect(restored.code).toBe(0);
  const copy = await startInstallation(elsewhere);
  try {
    expect(await peopleIn(copy.postgres.urlOf("dashboard"))).toEqual([
      "asha@example.com",
      "ravi@example.com",
    ]);
    expect(await query(copy.postgres.urlOf("routing"), "select released_at from refund_hold")).toEqual([
      { released_at: null },
    ]);
    // A drill on the store of the live installation neither counts there nor deletes anything, until it replaces it.
    const theirs = { ...env, DATA_DIR: elsewhere };
    const drill = await run("backups", ["run", "--prune"], theirs);
    expect(drill.output).toContain("has the backups of another installation");
    expect(await namesIn(env)).toEqual([name]);
    expect(await run("backups", ["claim"], theirs)).toMatchObject({ code: 0 });
    expect(await failureOf(backUp(env))).toContain("has the backups of another installation");
    expect(await run("backups", ["claim"], env)).toMatchObject({ code: 0 });
  } finally {
    await copy.stop();
  }
});

test("a backup whose trial restore fails is kept, called unverified, reported, and not taken for the latest", async () => {
  const before = await namesIn(s3());
  const failure = await failureOfTrial(s3());
  expect(failure).toContain("restored on trial, its audit log fails: Row 1 is not what was written");
  const [doubtful = "", ...others] = await namesIn(s3());
  expect(others).toEqual(before);
  expect(failure).toContain(`${doubtful} is kept, but cannot be relied on`);
  const { backups } = await readCatalogue(storeOf(s3()));
  expect(newestGood(backups, systemClock.now())?.name).toBe(before[0]);
  expect((await run("backups", ["list"], s3())).output).toContain(`UNVERIFIED: ${doubtful} is kept`);
  const state = await stateOf();
  expect(state?.failure).toContain("its audit log fails");
  expect(state?.backup_name).toBe(before[0]);
});

test("while trials fail, retention deletes older backups whose trial failed, and no good one", async () => {
  const env = {
    ...toFolder("doubtful"),
    BACKUP_KEEP_DAILY: "1",
    BACKUP_KEEP_WEEKLY: "0",
    BACKUP_KEEP_MONTHLY: "0",
  };
  const folder = join(base, "doubtful");
  const made = await beginWithGood(env);
  const of = (day: string): string => made.replace(/paydeck-\d{8}/, `paydeck-${day}`);
  const put = async (day: string, end: string): Promise<void> => {
    await cp(join(folder, made), join(folder, of(day)));
    await cp(join(folder, `${made}.json`), join(folder, of(day) + end));
  };
  for (const day of ["20260101", "20260102"]) await put(day, ".json");
  for (const day of ["20260103", "20260104"]) await put(day, ".unverified.json");
  const failure = await failureOfTrial(env, true);
  expect(failure).toContain("its audit log fails");
  const [doubtful = "", ...others] = await namesIn(env);
  expect(failure).toContain(doubtful);
  expect(others).toEqual([made, of("20260102"), of("20260101")]);
});

test("a store that refuses or is down fails the run in words, which are recorded without the secret", async () => {
  const refused = await failureOf(backUp({ ...s3(), BACKUP_S3_SECRET: "not-the-secret" }));
  expect(refused).toMatch(/paydeck-backups refused: 403/);
  expect((await stateOf())?.failure).toMatch(/refused: 403/);
  const down = await failureOf(backUp({ ...s3(), BACKUP_S3_ENDPOINT: "http://127.0.0.1:1" }));
  expect(down).toContain("http://127.0.0.1:1/paydeck-backups does not answer");
  expect(`${refused}${down}`).not.toContain("not-the-secret");
  expect(await failureOf(backUp({ ...s3(), BACKUP_S3_BUCKET: "missing" }))).toMatch(/no bucket|refused: 404/);
  expect(await workOf()).toEqual([]);
});

test("an upload that did not finish does not count, retention deletes what is old, and a changed backup is refused", async () => {
  const env = {
    ...toFolder("folder"),
    BACKUP_KEEP_DAILY: "2",
    BACKUP_KEEP_WEEKLY: "0",
    BACKUP_KEEP_MONTHLY: "1",
  };
  const folder = join(base, "folder");
  const made = await beginWithGood(env);
  const of = (day: string): string => made.replace(/paydeck-\d{8}/, `paydeck-${day}`);
  for (const day of ["20260101", "20260102", "20260103"]) {
    for (const suffix of ["", ".json"]) await cp(join(folder, made + suffix), join(folder, of(day) + suffix));
  }
  // Two uploads without their descriptions: of the past, and of the future.
  await copyFile(join(folder, made), join(folder, of("20260104")));
  await copyFile(join(folder, made), join(folder, of("29991231")));
  await writeFile(join(folder, "notes.txt"), "mine");
  expect(await namesIn(env)).toEqual([made, of("20260103"), of("20260102"), of("20260101")]);
  const listed = (await run("backups", ["list"], env)).output;
  expect(listed).toContain(`${of("29991231")}  incomplete`);

  const manual = await backUp({ ...env, ...NO_TRIAL });
  expect(manual).toMatchObject({ kind: "made", removed: [] });
  expect(await stateOf()).toMatchObject({ failure: null });
  // Not of the same second, which would be the same name.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const next = await backUp({ ...env, ...NO_TRIAL }, true);
  expect(next).toMatchObject({ kind: "made", isVerified: false });
  const left = (await readdir(folder)).filter((name) => !name.endsWith(".json"));
  const [newest = "", second = ""] = await namesIn(env);
  // Both earlier ones of this day are younger than two days.
  expect(left.toSorted()).toEqual(
    ["notes.txt", of("20260103"), of("29991231"), newest, second, made].toSorted(),
  );
  const { backups } = await readCatalogue(storeOf(env));
  expect((await readDescription(storeOf(env), backups[0] ?? raise())).verifiedAt).toBeNull();

  const bytes = await readFile(join(folder, newest));
  bytes.writeUInt8(bytes.readUInt8(1_000) ^ 0xff, 1_000);
  await writeFile(join(folder, newest), bytes);
  const refused = await run("restore", ["stored:latest"], { ...env, DATA_DIR: join(base, "elsewhere") });
  expect(refused.output).toContain("is not what was stored there");
  expect(await readdir(join(base, "elsewhere"))).not.toContain("postgres");
});

test("one run at a time, and a run that was killed -9 leaves nothing that the next one does not remove", async () => {
  const env = toFolder("killed");
  const first = launch("backups", ["run"], env);
  // Its trial runs a Postgres, which outlives the process that is killed.
  const trial = join(data, "backup-work", "trial");
  await vi.waitFor(async () => expect(await readdir(trial)).toContain("postgres-location"), {
    timeout: 120_000,
    interval: 20,
  });
  expect(await backUp(env)).toEqual({ kind: "busy" });
  await killHard(first);
  const { backups, leftovers } = await readCatalogue(storeOf(env));
  expect([backups.length, leftovers.length]).toEqual([0, 1]);
  // Not of the same second, which would be the same name.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await backUp(env)).toMatchObject({ kind: "made", isVerified: true });
  expect(await workOf()).toEqual([]);
});

test("a watching process makes a backup when one is due, and none when there is one of today", async () => {
  const env = { ...toFolder("watched"), BACKUP_TIME: "00:00" };
  const first = launch("backups", ["watch"], env);
  await vi.waitFor(async () => expect(await namesIn(env)).toHaveLength(1), {
    timeout: 120_000,
    interval: 200,
  });
  first.kill("SIGTERM");
  expect(await once(first, "exit")).toEqual([0, null]);
  const second = launch("backups", ["watch"], env);
  let said = "";
  second.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await vi.waitFor(() => expect(said).toContain("no backup is due"), { timeout: 60_000 });
  second.kill("SIGTERM");
  await once(second, "exit");
  expect(await namesIn(env)).toHaveLength(1);
});
