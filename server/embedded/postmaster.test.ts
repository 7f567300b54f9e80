import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Postmaster, startPostmaster } from "./postmaster";
import { makeFolder, removeFolder } from "@/tools/testing/embedded/harness";

/** Simulates a Postgres that replays its log until a file exists; it maintains `postmaster.pid` like Postgres. */
const RECOVERING = `#!/bin/sh
folder="$2"
printf '%s\n%s\n0\n0\n\n\n0\nstarting\n' "$$" "$folder" > "$folder/postmaster.pid"
while [ ! -e "$folder/recovered" ]; do sleep 0.05; done
sleep 0.2
printf '%s\n%s\n0\n0\n\n\n0\nready   \n' "$$" "$folder" > "$folder/postmaster.pid"
exec sleep 600
`;

let folder: string;
let postmaster: Postmaster | null = null;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(async () => {
  vi.restoreAllMocks();
  postmaster?.kill();
  await postmaster?.ended;
  await removeFolder(folder);
});

test("a recovery that takes hours is left to finish", async () => {
  const dataFolder = join(folder, "data");
  await mkdir(dataFolder);
  const program = join(folder, "postgres");
  await writeFile(program, RECOVERING);
  await chmod(program, 0o755);
  const binaries = { folder, initdb: program, postgres: program, build: "test" };
  const starting = startPostmaster({
    placement: { account: null, binaries, dataFolder },
    port: 1,
    logFile: join(folder, "logs", "postgres.log"),
  });
  await vi.waitFor(() => expect(existsSync(join(dataFolder, "postmaster.pid"))).toBe(true), {
    timeout: 45_000,
  });
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 5 * 60 * 60_000);
  await writeFile(join(dataFolder, "recovered"), "");
  postmaster = await starting;
  expect(postmaster).toBeDefined();
});
