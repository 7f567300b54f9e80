import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import { addJob } from "@/server/platform/add-job";
import { projectRoot } from "@/server/platform/root";
import { eventually } from "./testing/merchant-code";
import { freePort } from "./testing/service";
import { runCells } from "./testing/two-cells";
import { nameCell } from "./usecases/cells/cells";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Cells that are up, one of an earlier version, and one that is down. */
let a: MigratedDatabase;
let b: MigratedDatabase;
let earlier: MigratedDatabase;
let down: string;

beforeAll(async () => {
  [a, b, earlier] = [
    await createMigratedDatabase("routing"),
    await createMigratedDatabase("routing"),
    await createMigratedDatabase("routing"),
  ];
  await nameCell(a.pool, { name: "a", number: 0 });
  await nameCell(b.pool, { name: "b", number: 1 });
  await nameCell(earlier.pool, { name: "c", number: 2 });
  await earlier.pool.query("alter table merchants drop column move_began_at, drop column move_ended_at");
  down = `postgres://paydeck:secret@127.0.0.1:${String(await freePort())}/routing`;
  await a.pool.query("insert into merchants overriding system value values (1, 'Shop', now())");
});
afterAll(async () => {
  for (const database of [a, b, earlier]) await database.drop();
});

const among = (...urls: string[]): Record<string, string> => ({ CELLS_DATABASE_URLS: urls.join(" ") });

test("the list names the cells that are down or of an earlier version, and shows the others", async () => {
  const listed = await runCells(["list"], among(earlier.url, down, a.url));
  expect(listed.stdout).toMatch(/^c: number 2, 0 merchants.*\n.*this cell runs an earlier version/m);
  expect(listed.stdout).toMatch(/^a: number 0, 1 merchants/m);
  const { host } = new URL(down);
  expect(listed.stderr.trim()).toBe(
    `Database 2 of CELLS_DATABASE_URLS (${host}/routing): the database does not answer (connect ECONNREFUSED ${host})`,
  );
  expect(listed.code).toBe(1);
});

test("what leaves a merchant in no cell, or twice in the proxy's table, is refused while a cell is down", async () => {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-cells-"));
  const variables = among(a.url, b.url, down);
  const commands = [
    ["map", join(folder, "routes.conf")],
    ["move", "--merchant", "1", "--from", "a", "--to", "b"],
  ];
  for (const command of commands) {
    const refused = await runCells(command, variables);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("does not answer")]);
  }
  await expect(readFile(join(folder, "routes.conf"))).rejects.toThrow("ENOENT");
  await rm(folder, { recursive: true });
});

test("a merchant can stay in its cell while another cell is down, and not in one of an earlier version", async () => {
  const becomes = (database: MigratedDatabase, values: string): Promise<unknown> =>
    database.pool.query(
      `begin; set local paydeck.mover = 'on'; update merchants set ${values} where id = 1; commit`,
    );
  await becomes(a, "move_stage = 'frozen', moved_to = 'b', move_began_at = now()");
  const stayed = await runCells(["stay", "--merchant", "1", "--at", "a"], among(a.url, down));
  expect([stayed.code, stayed.stdout]).toEqual([0, "The merchant stays, and is served again.\n"]);
  const refused = await runCells(["stay", "--merchant", "1", "--at", "c"], among(earlier.url));
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining("runs an earlier version than this command"),
  ]);
});

test("the process that keeps the proxy's table hands jobs over while a cell is down, and leaves the table as it is", async () => {
  await a.pool.query(
    `begin; set local paydeck.mover = 'on';
     update merchants set move_stage = 'moved', moved_to = 'b', move_began_at = now(), move_ended_at = now(); commit`,
  );
  await b.pool.query("insert into merchants overriding system value values (1, 'Shop', now())");
  await addJob(a.pool, "look-up-payment", { merchantId: 1, paymentId: "TXN-LATE" }, { key: "late" });
  const folder = await mkdtemp(join(tmpdir(), "paydeck-cells-"));
  const file = join(folder, "routes.conf");
  const keeper = spawn(
    process.execPath,
    [join(projectRoot(), "dist/cells.js"), "map", file, "--every", "1"],
    {
      env: { NODE_ENV: "test", PATH: process.env.PATH, ...among(down, earlier.url, a.url, b.url) },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let [said, complained] = ["", ""];
  keeper.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  keeper.stderr.setEncoding("utf8").on("data", (text: string) => (complained += text));
  try {
    await eventually(
      () => Promise.resolve(said),
      (text) => text.includes("1 job of merchant 1 that waited in a: handed over to b."),
      20_000,
    );
    // Several rounds later, what lasts is said once.
    await eventually(
      () => Promise.resolve(complained.split("The table was not written").length),
      (rounds) => rounds > 3,
      20_000,
    );
    expect(complained.split("c: this cell runs an earlier version").length).toBe(2);
    expect(complained).not.toContain("secret");
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  } finally {
    const ended = once(keeper, "exit");
    keeper.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true });
  }
});
