import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeepEvent } from "@/server/platform/keep-running";
import { startEmbeddedPostgres } from "./start-postgres";
import { makeFolder, removeFolder } from "@/tools/testing/embedded/harness";
import { TEST_OPTIONS } from "@/tools/testing/embedded/options";

let folder: string;
let isOver: boolean;
let killing: Promise<void>;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

beforeEach(async () => {
  folder = await makeFolder();
  await (await startEmbeddedPostgres({ ...TEST_OPTIONS, folder, onEvent: () => undefined })).stop();
  isOver = false;
  killing = killEachStart();
});
afterEach(async () => {
  isOver = true;
  await killing;
  await removeFolder(folder);
});

/**
 * Kills each Postgres as soon as it has written its pid file, before it is ready, as a machine with too little memory
 * does.
 */
async function killEachStart(): Promise<void> {
  const killed = new Set<number>();
  while (!isOver) {
    const pidFile = await readFile(join(folder, "postgres", "postmaster.pid"), "utf8").catch(() => "");
    const pid = Number.parseInt(pidFile, 10);
    if (pid > 0 && !killed.has(pid)) {
      killed.add(pid);
      kill(pid);
    }
    await sleep(1);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended without the signal.
  }
}

test("a first start that never succeeds can be stopped, and gives the folder back", async () => {
  for (const _again of [1, 2]) {
    const events: KeepEvent[] = [];
    const stopping = new AbortController();
    const started = startEmbeddedPostgres({
      ...TEST_OPTIONS,
      folder,
      signal: stopping.signal,
      onEvent: (event) => events.push(event),
    });
    const rejected = expect(started).rejects.toThrow("Stopped while it started.");
    await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ kind: "down" })), 45_000);
    stopping.abort();
    await rejected;
  }
});
