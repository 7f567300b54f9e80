import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-postgres";
import { makeFolder, query, removeFolder } from "@/tools/testing/embedded/harness";
import { TEST_OPTIONS } from "@/tools/testing/embedded/options";

let folder: string;
let postgres: EmbeddedPostgres | null = null;

beforeAll(async () => {
  folder = await makeFolder();
});
afterEach(async () => {
  await postgres?.stop();
  postgres = null;
});
afterAll(() => removeFolder(folder));

async function start(superuserPassword = TEST_OPTIONS.superuserPassword): Promise<EmbeddedPostgres> {
  postgres = await startEmbeddedPostgres({
    ...TEST_OPTIONS,
    superuserPassword,
    folder,
    onEvent: () => undefined,
  });
  return postgres;
}

test("the first start makes each database for its own role, closed to the other's", async () => {
  const { urlOf } = await start();
  for (const [own, other] of [
    ["routing", "dashboard"],
    ["dashboard", "routing"],
  ] as const) {
    const who = await query(urlOf(own), "select current_user::text, current_database()::text");
    expect(who).toEqual([{ current_user: own, current_database: own }]);
    await query(urlOf(own), "create table kept (note text)");
    await query(urlOf(own), `insert into kept values ('of ${own}')`);
    for (const closed of [other, "postgres", "template1"]) {
      const url = new URL(urlOf(own));
      url.pathname = `/${closed}`;
      await expect(query(url.href, "select 1")).rejects.toThrow("permission denied for database");
    }
  }
});

test("it syncs to disk, checks pages, reads UTF-8, and listens on this machine only", async () => {
  const { adminUrl } = await start();
  const rows = await query(
    adminUrl,
    `select name, setting from pg_settings where name in
     ('fsync', 'data_checksums', 'server_encoding', 'listen_addresses', 'unix_socket_directories', 'TimeZone') order by name`,
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    TimeZone: "UTC",
    data_checksums: "on",
    fsync: "on",
    listen_addresses: "127.0.0.1",
    server_encoding: "UTF8",
    unix_socket_directories: "",
  });
});

test("a later start finds what was written", async () => {
  const { urlOf } = await start();
  expect(await query(urlOf("routing"), "select note from kept")).toEqual([{ note: "of routing" }]);
});

test("a folder whose Postgres runs is refused, and the running one goes on", async () => {
  const first = await start();
  await expect(startEmbeddedPostgres({ ...TEST_OPTIONS, folder, onEvent: () => undefined })).rejects.toThrow(
    `is in use by another run (pid ${process.pid})`,
  );
  expect(await query(first.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a wrong password of the database is reported in words, and nothing is created again", async () => {
  await expect(start("another-password")).rejects.toThrow("Restore the secrets.json that belongs to it");
  const { urlOf } = await start();
  expect(await query(urlOf("routing"), "select note from kept")).toEqual([{ note: "of routing" }]);
});
