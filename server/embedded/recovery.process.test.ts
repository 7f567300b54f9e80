import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { KeepEvent } from "@/server/platform/keep-running";
import { MAY_CONTAIN } from "@/tools/testing/container";
import { processIdentity } from "@/server/setup/folder-lock.mjs";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-postgres";
import {
  buildOwner,
  killHard,
  makeFolder,
  ownersUrl,
  postmasterPid,
  query,
  removeFolder,
  startOwner,
  startOwnerInContainer,
} from "@/tools/testing/embedded/harness";
import { TEST_OPTIONS } from "@/tools/testing/embedded/options";

let folder: string;
let dataFolder: string;
let postgres: EmbeddedPostgres | null = null;
let events: KeepEvent[] = [];

beforeAll(buildOwner);
beforeEach(async () => {
  folder = await makeFolder();
  dataFolder = join(folder, "postgres");
  events = [];
});
afterEach(async () => {
  await postgres?.stop();
  postgres = null;
  await removeFolder(folder);
});

async function start(): Promise<EmbeddedPostgres> {
  postgres = await startEmbeddedPostgres({ ...TEST_OPTIONS, folder, onEvent: (event) => events.push(event) });
  return postgres;
}

/** Writes and commits a row through an owner that is then killed with -9; its Postgres keeps running. */
async function leaveOrphan(): Promise<number> {
  const owner = startOwner(folder);
  const url = await ownersUrl(owner);
  await query(url, "create table kept as select 'committed' as note");
  const pid = await postmasterPid(dataFolder);
  await killHard(owner);
  expect(processIdentity(pid)).not.toBeNull();
  return pid;
}

async function expectKept({ adminUrl }: EmbeddedPostgres): Promise<void> {
  expect(await query(adminUrl, "select note from kept")).toEqual([{ note: "committed" }]);
}

test("the Postgres of a killed owner is stopped, and the next start finds what was committed", async () => {
  const orphan = await leaveOrphan();
  await expectKept(await start());
  expect(processIdentity(orphan)).toBeNull();
});

test("owner and Postgres both killed -9: the stale postmaster.pid is healed and the log replayed", async () => {
  process.kill(await leaveOrphan(), "SIGKILL");
  await expectKept(await start());
});

test("a stale postmaster.pid whose number some other program got is healed, and that program left alone", async () => {
  process.kill(await leaveOrphan(), "SIGKILL");
  const path = join(dataFolder, "postmaster.pid");
  const [, ...rest] = (await readFile(path, "utf8")).split("\n");
  await writeFile(path, [process.pid, ...rest].join("\n"));
  await expectKept(await start());
});

test.skipIf(!MAY_CONTAIN)(
  "while Paydeck or its Postgres lives in another container, no other starts; afterwards one finds what was committed",
  async () => {
    const owner = startOwnerInContainer(folder);
    const url = await ownersUrl(owner);
    await query(url, "create table kept as select 'committed' as note");
    await expect(start()).rejects.toThrow("in use by another run (in another container)");
    const pid = await postmasterPid(dataFolder);

    owner.stdin?.write("\n");
    // It ends on its own time; until then its lock is still held.
    await vi.waitFor(() => expect(start()).rejects.toThrow(/still works on .* in another container/), {
      timeout: 30_000,
      interval: 200,
    });
    expect(await postmasterPid(dataFolder)).toBe(pid);
    expect(await query(url, "select note from kept")).toEqual([{ note: "committed" }]);

    await killHard(owner);
    await expectKept(await start());
  },
);

test("a Postgres that is killed -9 is started again on its port with what was committed", async () => {
  const running = await start();
  await query(running.adminUrl, "create table kept as select 'committed' as note");
  const before = await postmasterPid(dataFolder);
  process.kill(before, "SIGKILL");
  await vi.waitFor(
    () => expect(events).toEqual([{ kind: "down", problem: "it was killed (SIGKILL)" }, { kind: "up" }]),
    {
      timeout: 30_000,
    },
  );
  await expectKept(running);
  expect(await postmasterPid(dataFolder)).not.toBe(before);
});

test("a start that is killed while the database is being made leaves nothing that the next takes for one", async () => {
  for (const delayMs of [150, 350, 700]) {
    const owner = startOwner(folder);
    await sleep(delayMs);
    await killHard(owner);
  }
  const running = await start();
  expect(await query(running.urlOf("routing"), "select 1 as one")).toEqual([{ one: 1 }]);
});

test("half a database of an earlier start is cleared", async () => {
  await mkdir(join(folder, "postgres.new-0123"));
  await writeFile(join(folder, "postgres.new-0123", "PG_VERSION"), "18\n");
  await start();
  expect((await readdir(folder)).filter((name) => name.includes(".new-"))).toEqual([]);
});

test("a folder that is not an intact database is refused in words and left as it is", async () => {
  await mkdir(dataFolder);
  await writeFile(join(dataFolder, "diary.txt"), "not a database");
  await expect(start()).rejects.toThrow("is not an intact Postgres database");
  expect(await readdir(dataFolder)).toEqual(["diary.txt"]);
});

test("the data of another version of Postgres are refused in words", async () => {
  await mkdir(join(dataFolder, "global"), { recursive: true });
  await writeFile(join(dataFolder, "PG_VERSION"), "15\n");
  await expect(start()).rejects.toThrow("was made by Postgres 15");
});
