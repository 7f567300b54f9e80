import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "@/tools/testing/free-port";
import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { makeFolder, query, removeFolder } from "@/tools/testing/embedded/harness";
import { projectRoot } from "@/server/platform/root";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { loadSecrets, saveSecrets, secretsPath } from "./secrets";

let folder: string;
let listener: Server;
let portInUse: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-start-"));
  listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  portInUse = typeof address === "object" && address !== null ? address.port : 0;
});
afterEach(async () => {
  listener.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the built program until it ends; each of these cases ends before anything slow starts. */
function start(
  variables: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; errors: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, DATA_DIR: folder, ...variables };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(projectRoot(), "dist/start.js"), ...args],
      { env },
      (_, __, errors) => resolve({ code: child.exitCode, errors }),
    );
  });
}

test("a port in use is one clear line, for the dashboard and for the service", async () => {
  for (const variable of ["PORT", "ROUTING_PORT"]) {
    expect(await start({ [variable]: String(portInUse) })).toEqual({
      code: 1,
      errors: `Port ${portInUse} is in use. Set ${variable} to another one, or stop what listens there.\n`,
    });
  }
});

test("an address that is not this machine's is one clear line, for the dashboard and for the service", async () => {
  for (const variable of ["HOST", "ROUTING_HOST"]) {
    expect((await start({ [variable]: "192.0.2.1", PORT: String(await freePort()) })).errors).toBe(
      `192.0.2.1 is not an address of this machine. Set ${variable} to one that is, or leave it out.\n`,
    );
  }
});

test.each([
  { purpose: "a sandbox", isProduction: false, args: ["--production"], advice: /is a sandbox and stays one/ },
  { purpose: "real money", isProduction: true, args: [], advice: /Start it with npm start -- --production/ },
])("a folder of $purpose is refused for the other purpose, and stays as it is", async (folderOf) => {
  const { isProduction, args, advice } = folderOf;
  await loadSecrets(folder, { isProduction });
  const path = secretsPath(folder);
  const before = [await readdir(folder), await readFile(path, "utf8"), (await stat(path)).mtimeMs];
  const ports = { PORT: String(await freePort()), ROUTING_PORT: String(await freePort()) };
  const { code, errors } = await start(ports, args);
  expect(code).toBe(1);
  expect(errors).toMatch(advice);
  expect(errors).toContain(folder);
  const after = (await readdir(folder)).filter((name) => name !== "paydeck.lock");
  expect([after, await readFile(path, "utf8"), (await stat(path)).mtimeMs]).toEqual(before);
});

test("a misspelt word starts nothing", async () => {
  const { code, errors } = await start({}, ["--producton"]);
  expect([code, errors]).toEqual([1, expect.stringContaining("npm start -- --production ") as string]);
  expect(await readdir(folder)).toEqual([]);
});

test("a data folder that cannot be written is one clear line", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  const { code, errors } = await start({ DATA_DIR: join(file, "data") });
  expect(code).toBe(1);
  expect(errors).toMatch(/^\S+ cannot be written \(ENOTDIR\)\. .*set DATA_DIR to another folder\.\n$/);
});

test("a folder that a living process works on is refused with its number", async () => {
  const lock = await acquireLock(join(folder, "paydeck.lock"));
  expect((await start({})).errors).toBe(
    `Paydeck already runs here (pid ${process.pid}, still starting). ` +
      "Stop it, or set DATA_DIR, PORT and ROUTING_PORT to run another beside it.\n",
  );
  if (lock.held) lock.release();
});

test("a wrong variable is one clear line", async () => {
  expect((await start({ PORT: "http" })).errors).toBe(
    "PORT is not usable. Set it to a port number from 1 to 65535, or leave it out.\n",
  );
});

/** Commits before the baseline left the two databases like this: other names of migrations, and no checksums. */
const BY_AN_EARLIER_COMMIT = `
  create table schema_migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null);
  insert into schema_migrations (name, run_on) values ('0001_first-tables', now()), ('0063_merchants-that-stay', now());
  create table refunds (id text primary key);
  insert into refunds values ('RFD1')`;
/** All tables and rows, and when each was last written. */
const CONTENTS = `
  select c.oid::regclass::text as name, c.xmin::text as written,
    query_to_xml(format('select xmin, * from %s', c.oid::regclass), false, false, '')::text as rows
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname !~ '^pg_|^information_schema$'
  order by 1`;

test("a folder of an earlier commit is refused in plain words, and nothing in its databases changes", async () => {
  const data = await makeFolder();
  try {
    const { secrets } = await loadSecrets(data, {});
    await saveSecrets(data, secrets);
    const onDatabases = async (statement: string): Promise<unknown[]> => {
      const postgres = await startEmbeddedPostgres({
        folder: data,
        superuserPassword: secrets.superuserPassword,
        databases: [
          { name: "routing", password: secrets.routingPassword },
          { name: "dashboard", password: secrets.dashboardPassword, createsRoles: true },
        ],
        onEvent: () => undefined,
      });
      try {
        return [
          await query(postgres.urlOf("routing"), statement),
          await query(postgres.urlOf("dashboard"), statement),
        ];
      } finally {
        await postgres.stop();
      }
    };
    await onDatabases(BY_AN_EARLIER_COMMIT);
    const before = await onDatabases(CONTENTS);
    expect(before).toMatchObject([[{ name: "refunds" }, { name: "schema_migrations" }], expect.anything()]);
    const refused = await start({
      DATA_DIR: data,
      PORT: String(await freePort()),
      ROUTING_PORT: String(await freePort()),
    });
    expect(refused).toEqual({
      code: 1,
      errors:
        `The routing database in ${data} was made by another commit of Paydeck, and before 0.1.0 no commit takes over the data of ` +
        "another. Nothing was changed. Start with a new data folder (DATA_DIR) or a new, empty database, and keep the old one for " +
        "the commit that made it.\n",
    });
    expect(await onDatabases(CONTENTS)).toEqual(before);
  } finally {
    await removeFolder(data);
  }
}, 180_000);
