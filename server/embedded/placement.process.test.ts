import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseAccount } from "./account";
import { healSymlinks, installedBinaries } from "./binaries";
import { runAs } from "./command";
import { enterableBinaries } from "./enterable-binaries";
import { startEmbeddedPostgres } from "./start-postgres";
import { makeFolder, query, removeFolder } from "@/tools/testing/embedded/harness";
import { TEST_OPTIONS } from "@/tools/testing/embedded/options";

const isRoot = process.getuid?.() === 0;
let folder: string;

beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => removeFolder(folder));

function start(where = folder) {
  return startEmbeddedPostgres({ ...TEST_OPTIONS, folder: where, onEvent: () => undefined });
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test("nobody else can list the folder, its logs and its locks, and folders that were open are closed", async () => {
  const parts = ["logs", "postgres.lock"].map((name) => join(folder, name));
  for (const path of parts) await mkdir(path, { mode: 0o755 });
  await chmod(folder, 0o755);
  const postgres = await start();
  await postgres.stop();
  expect(await Promise.all(parts.map(modeOf))).toEqual([0o700, 0o700]);
  const { uid, gid } = await stat(join(folder, "postgres"));
  // When root runs the tests, Postgres has another user, which passes through by its group.
  expect(await modeOf(folder)).toBe(isRoot ? 0o710 : 0o700);
  if (isRoot) expect([(await stat(folder)).gid, uid === 0]).toEqual([gid, false]);
});

test.runIf(isRoot)(
  "started by root, Postgres runs as an unprivileged user, which owns the data",
  async () => {
    const postgres = await start();
    await postgres.stop();
    expect((await stat(join(folder, "postgres"))).uid).not.toBe(0);
  },
);

test.runIf(isRoot)(
  "in a folder which that user cannot enter, the data lie outside, and stay there",
  async () => {
    const closed = join(folder, "closed");
    const data = join(closed, "data");
    await mkdir(closed, { mode: 0o700 });
    const first = await start(data);
    await query(first.adminUrl, "create table kept as select 'committed' as note");
    await first.stop();
    const dataFolder = (await readFile(join(data, "postgres-location"), "utf8")).trim();
    try {
      expect(dataFolder).toMatch(/^\/var\/lib\/paydeck\/[0-9a-f]{16}\/postgres$/);
      expect([await modeOf(data), await modeOf(dirname(dataFolder))]).toEqual([0o700, 0o710]);

      await chmod(closed, 0o755);
      const second = await start(data);
      expect(await query(second.adminUrl, "select note from kept")).toEqual([{ note: "committed" }]);
      await second.stop();
    } finally {
      await rm(dirname(dataFolder), { recursive: true, force: true });
    }
    await expect(start(data)).rejects.toThrow("which is gone");
  },
);

test.runIf(isRoot)(
  "binaries that the user cannot reach are copied where it can, and healed there",
  async () => {
    const account = await chooseAccount(join(folder, "postgres"));
    const installed = await installedBinaries();
    const hidden = join(folder, "hidden");
    await mkdir(hidden, { mode: 0o700 });
    const unreachable = { ...installed, postgres: join(hidden, "postgres"), initdb: join(hidden, "initdb") };

    const openCopiesFolder = async (): Promise<string> => {
      await mkdir(join(folder, "copies"), { recursive: true });
      return join(folder, "copies");
    };

    const copy = await enterableBinaries(unreachable, account, openCopiesFolder);
    expect(copy.folder).toBe(join(folder, "copies", installed.build));
    await rm(copy.initdb);
    const healed = await enterableBinaries(unreachable, account, openCopiesFolder);
    expect((await runAs(account, healed.initdb, ["--version"])).succeeded).toBe(true);
  },
);

test("links that npm left out of the package are made again, and those that are there are left", async () => {
  const library = join(folder, "native", "lib");
  await mkdir(library, { recursive: true });
  await writeFile(join(library, "libpq.so.5.18"), "the library");
  await symlink("libpq.so.5.18", join(library, "libpq.so"));
  const links = ["libpq.so", "libpq.so.5"].map((name) => ({
    source: "native/lib/libpq.so.5.18",
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, "native", "pg-symlinks.json"), JSON.stringify(links));
  await healSymlinks(folder);
  for (const name of ["libpq.so", "libpq.so.5"]) {
    expect(await readFile(join(library, name), "utf8")).toBe("the library");
  }
});
