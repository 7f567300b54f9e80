import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { acquireLock } from "@/server/setup/folder-lock.mjs";

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
function start(variables: Record<string, string>): Promise<{ code: number | null; errors: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, DATA_DIR: folder, ...variables };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(projectRoot(), "dist/start.js")],
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

test("an address that is not this machine's is one clear line", async () => {
  expect((await start({ HOST: "192.0.2.1" })).errors).toBe(
    "192.0.2.1 is not an address of this machine. Set HOST to one that is, or leave it out.\n",
  );
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
