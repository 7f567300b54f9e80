import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeepEvent } from "@/server/platform/keep-running";
import type * as Postmaster from "./postmaster";
import { startEmbeddedPostgres } from "./start-postgres";
import { TEST_OPTIONS } from "./testing/options";

/** A Postgres that the machine kills at each start, as where there is too little memory for it. */
vi.mock("./postmaster", async (original) => {
  const actual = await original<typeof Postmaster>();
  const startPostmaster = (): Promise<never> =>
    Promise.reject(new actual.PostmasterFailure("it was killed", "killed"));
  return { ...actual, startPostmaster };
});
vi.mock("./placement", () => ({
  placePostgres: (folder: string) => Promise.resolve({ dataFolder: join(folder, "postgres") }),
  recordLocation: () => Promise.resolve(),
}));
vi.mock("./cluster", () => ({ SUPERUSER: "postgres", hasCluster: () => Promise.resolve(true) }));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-stop-start-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a first start that never succeeds can be stopped, and gives the folder back", async () => {
  const events: KeepEvent[] = [];
  const start = (signal: AbortSignal): Promise<unknown> =>
    startEmbeddedPostgres({ ...TEST_OPTIONS, folder, signal, onEvent: (event) => events.push(event) });
  for (const _again of [1, 2]) {
    const stopping = new AbortController();
    const started = start(stopping.signal);
    const rejected = expect(started).rejects.toThrow("Stopped while it started.");
    await vi.waitFor(() => expect(events).not.toEqual([]));
    stopping.abort();
    await rejected;
    events.length = 0;
  }
});
