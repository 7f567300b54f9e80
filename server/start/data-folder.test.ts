import { mkdtemp, readdir, rm } from "node:fs/promises";
import { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StartupError } from "@/server/platform/lifecycle";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { NoUnixSockets } from "@/server/setup/living-socket.mjs";
import { takeDataFolder } from "./data-folder";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-data-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a file system without Unix sockets is named, and nothing of the lock is left", async () => {
  const refused = Object.assign(new Error("listen EPERM"), { code: "EPERM", syscall: "listen" });
  const listen = vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit("error", refused));
    return this;
  });
  try {
    await expect(acquireLock(folder)).rejects.toBeInstanceOf(NoUnixSockets);
    await expect(takeDataFolder(folder)).rejects.toThrow(/without Unix sockets \(EPERM\).*local disk/);
    await expect(takeDataFolder(folder)).rejects.toBeInstanceOf(StartupError);
  } finally {
    listen.mockRestore();
  }
  expect((await readdir(folder)).filter((name) => name !== "paydeck.lock")).toEqual([]);
  const lock = await acquireLock(folder);
  expect(lock.held).toBe(true);
  if (lock.held) lock.release();
});
