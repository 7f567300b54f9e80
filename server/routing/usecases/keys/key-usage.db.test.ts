import { afterAll, beforeAll, expect, test } from "vitest";
import { saveKeyUses } from "../../store/keys/api-keys";
import { depsOn } from "@/tools/testing/routing/deps";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { newKey } from "@/tools/testing/routing/new-key";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { createKeyUsage } from "./key-usage";

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

async function lastUsed(apiKey: string): Promise<Date | null> {
  const { rows } = await service.db.query<{ last_used_at: Date | null }>(
    `select last_used_at from api_keys where api_key = $1`,
    [apiKey],
  );
  return rows[0]?.last_used_at ?? null;
}

test("a thousand uses are one write, and an older one never replaces a newer", async () => {
  const apiKey = await newKey(context.deps);
  let now = new Date("2026-01-01T00:00:00Z");
  const usage = createKeyUsage({ ...context.deps, clock: { now: () => now } });
  const late = createKeyUsage({ ...context.deps, clock: { now: () => new Date("2025-12-31T00:00:00Z") } });
  for (let i = 0; i < 1_000; i += 1) usage.note(apiKey);
  now = new Date("2026-01-01T00:00:05Z");
  usage.note(apiKey);
  await service.db.query(`
    create table writes (api_key text);
    create function count_write() returns trigger language plpgsql as
      $$ begin insert into writes values (new.api_key); return new; end $$;
    create trigger count_write before update on api_keys for each row execute function count_write()`);
  await usage.stop();
  late.note(apiKey);
  await late.stop();
  expect(await lastUsed(apiKey)).toEqual(now);
  const writes = await service.db.query(`select from writes where api_key = $1`, [apiKey]);
  expect(writes.rowCount).toBe(1);
});

test("uses are written by themselves, and what the database refused once is written by a later round", async () => {
  const apiKey = await newKey(context.deps);
  await service.db.query(`
    create function refuse_use() returns trigger language plpgsql as $$ begin raise 'refused by the test'; end $$;
    create trigger refuse_use before update of last_used_at on api_keys for each row execute function refuse_use()`);
  const usage = createKeyUsage({ ...context.deps, writeEveryMs: 50 });
  usage.note(apiKey);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await lastUsed(apiKey)).toBeNull();
  await service.db.query(`drop trigger refuse_use on api_keys`);
  await eventually(
    () => lastUsed(apiKey),
    (at) => at !== null,
  );
  await usage.stop();
});

test("processes that write the same keys in any order never run into a deadlock", async () => {
  const apiKeys = await Promise.all(Array.from({ length: 12 }, () => newKey(context.deps)));
  const at = new Date();
  const uses = apiKeys.map((apiKey) => ({ apiKey, at }));
  // Calls the store directly, where a deadlock is an error; the use case would only log it.
  const writing = Array.from({ length: 60 }, (_, i) =>
    saveKeyUses(context.deps.pool, i % 2 === 0 ? uses : [...uses].reverse()),
  );
  await Promise.all(writing);
  for (const apiKey of apiKeys) expect(await lastUsed(apiKey)).toEqual(at);
});
