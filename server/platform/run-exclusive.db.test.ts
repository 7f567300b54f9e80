import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { type Claim, ClaimLostError, runExclusive } from "./run-exclusive";
import { createLogger } from "./log";
import { createPool, type Pool } from "./pool";
import { type NetworkDouble, openNetworkDouble } from "@/tools/testing/platform/network-double";

let database: TestDatabase;
let network: NetworkDouble;
let direct: Pool;
let through: Pool;
beforeAll(async () => {
  database = await createTestDatabase("exclusive");
  network = await openNetworkDouble(database.url);
  const options = { applicationName: "test", maxConnections: 4, logger: createLogger("test", "silent") };
  direct = createPool({ ...options, connectionString: database.url });
  through = createPool({ ...options, connectionString: network.urlOf(database.url), responseLimitMs: 1_000 });
});
afterAll(async () => {
  await through.end();
  await direct.end();
  await network.close();
  await database.drop();
});

/** Work that runs until `end` is called. */
function held() {
  let end = (): void => undefined;
  let hold: (claim: Claim) => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const claim = new Promise<Claim>((resolve) => (hold = resolve));
  return {
    claim,
    end: () => end(),
    work: async (own: Claim): Promise<string> => {
      hold(own);
      await ended;
      return "done";
    },
  };
}

const busyOrDone = (name: string): Promise<unknown> =>
  runExclusive(direct, name, () => Promise.resolve("second"));

/** When the session that holds a claim last sent a statement. */
async function extensionsOf(since: Date | null): Promise<{ isNewer: boolean; at: Date }> {
  const { rows } = await direct.query<{ at: Date }>(
    `select max(state_change) as at from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  );
  const at = rows[0]?.at ?? new Date(0);
  return { isNewer: since === null || at > since, at };
}

test("a claim outlives its limit while the work runs, and ends with it", async () => {
  const long = held();
  const limits = { claimLimitMs: 1_000, extendEveryMs: 200 };
  const first = runExclusive(direct, "long", long.work, limits);
  const claim = await long.claim;
  const { at: begunAt } = await extensionsOf(null);
  await vi.waitFor(
    async () => {
      const { at } = await extensionsOf(null);
      expect(at.getTime() - begunAt.getTime()).toBeGreaterThan(3 * limits.claimLimitMs);
    },
    { timeout: 45_000, interval: 100 },
  );
  expect(await busyOrDone("long")).toEqual({ kind: "busy" });
  await claim.confirm();
  long.end();
  expect(await first).toEqual({ kind: "done", value: "done" });
  expect(await busyOrDone("long")).toEqual({ kind: "done", value: "second" });
});

test("a claim whose connection was dropped silently cannot be confirmed; the work's result is kept", async () => {
  const cut = held();
  const first = runExclusive(through, "cut", cut.work);
  const claim = await cut.claim;
  expect(network.drop()).toBeGreaterThan(0);
  await vi.waitFor(() => expect(claim.confirm()).rejects.toThrow(ClaimLostError), {
    timeout: 45_000,
    interval: 100,
  });
  cut.end();
  expect(await first).toEqual({ kind: "done", value: "done" });
  // The database does not know, and refuses others until the limit.
  expect(await busyOrDone("cut")).toEqual({ kind: "busy" });
});

test("a claim whose session was ended cannot be confirmed", async () => {
  const ended = held();
  const first = runExclusive(direct, "ended", ended.work);
  const claim = await ended.claim;
  await direct.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
       and objid::bigint = hashtextextended('ended', 0) & 4294967295`,
  );
  await expect(claim.confirm()).rejects.toThrow(ClaimLostError);
  await vi.waitFor(
    async () => expect(await busyOrDone("ended")).toEqual({ kind: "done", value: "second" }),
    45_000,
  );
  ended.end();
  expect(await first).toEqual({ kind: "done", value: "done" });
});
