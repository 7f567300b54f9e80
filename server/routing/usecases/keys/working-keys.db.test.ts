import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock as clock } from "@/server/platform/clock";
import type { Db } from "@/server/platform/pool";
import { depsOn } from "@/tools/testing/routing/deps";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { newKey } from "@/tools/testing/routing/new-key";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { WorkingKeys } from "./working-keys";

let service: TestService;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  service = await startTestService();
  context = depsOn(service);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

/** The pool and the count of its responses; each response waits for `then`. */
function countedReads(then: () => Promise<void> = () => Promise.resolve()): {
  reads: Db;
  responses: () => number;
} {
  const { pool } = context.deps;
  const runQuery = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let responses = 0;
  const query = async (...given: unknown[]): Promise<unknown> => {
    const response = await runQuery(...given);
    responses += 1;
    await then();
    return response;
  };
  return { reads: { query: query as Db["query"] }, responses: () => responses };
}

test("requests of one event-loop tick share a lookup of their key, those of another key have their own", async () => {
  const [one, other] = [await newKey(context.deps), await newKey(context.deps)];
  const keys = new WorkingKeys();
  const { reads, responses } = countedReads();
  const lookups = [one, other, one, "unknown", one].map((apiKey) => keys.find({ reads, clock }, apiKey));
  const found = await Promise.all(lookups);
  expect(found.map((key) => key?.merchantId ?? null)).toEqual([1, 1, 1, null, 1]);
  expect(found[0]?.sealedSalt.equals(found[1]?.sealedSalt ?? Buffer.of())).toBe(false);
  expect(responses()).toBe(3);
});

test("lookups of different keys are batched when they are of one event-loop tick", async () => {
  const keys = new WorkingKeys();
  const apiKeys = [await newKey(context.deps), await newKey(context.deps)];
  const connections = vi.spyOn(context.deps.pool, "connect");
  const found = await Promise.all(apiKeys.map((apiKey) => keys.find(context.deps, apiKey)));
  expect(found.map((key) => key?.merchantId)).toEqual([1, 1]);
  expect(connections).toHaveBeenCalledTimes(1);
  connections.mockRestore();
});

test("a request never uses a lookup that began before it arrived: a key revoked in between is refused", async () => {
  const apiKey = await newKey(context.deps);
  const keys = new WorkingKeys();
  let response = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    response = resolve;
  });
  const { reads, responses } = countedReads(() => answered);
  const early = keys.find({ reads, clock }, apiKey);
  await eventually(
    () => Promise.resolve(responses()),
    (count) => count === 1,
  );
  await service.db.query(`update api_keys set revoked_at = now() where api_key = $1`, [apiKey]);
  const late = keys.find({ reads, clock }, apiKey);
  response();
  expect(await late).toBeNull();
  await early;
});

test("a failed lookup fails for all who share it, and the next request looks up again", async () => {
  const apiKey = await newKey(context.deps);
  const keys = new WorkingKeys();
  let isBroken = true;
  const { reads } = countedReads(() => (isBroken ? Promise.reject(new Error("gone")) : Promise.resolve()));
  const failed = await Promise.allSettled([
    keys.find({ reads, clock }, apiKey),
    keys.find({ reads, clock }, apiKey),
  ]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  expect((await keys.find({ reads, clock }, apiKey))?.merchantId).toBe(1);
});
