import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { seedSandboxPeople } from "@/server/dashboard/auth/seed-sandbox-people";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { demoRefusal } from "./refusal";

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  await seedSandboxPeople(harness.services, "the sandbox's password");
});
afterAll(() => harness.stop());

it("has nothing against a sandbox as it was set up", async () => {
  expect(await demoRefusal(harness.pool)).toBeNull();
});

it.each([
  [
    "a password of its own",
    "update people set password_is_seeded = false where email = 'finance@example.com'",
  ],
  ["another role", "update people set role = 'ops' where email = 'finance@example.com'"],
  ["not active", "update people set deactivated_at = now() where email = 'finance@example.com'"],
  [
    "a second factor",
    `insert into second_factors (person_id, sealed_secret, created_at, confirmed_at)
     select id, '', now(), now() from people where email = 'finance@example.com'`,
  ],
])("refuses a sandbox with an account that it cannot sign in as: %s", async (why, sql) => {
  await harness.pool.query(sql);
  const refusal = await demoRefusal(harness.pool);
  expect(refusal).toContain("cannot sign in as finance@example.com");
  expect(refusal).toContain(why);
});

it("refuses a sandbox with other people", async () => {
  await harness.ctxOf("ops");
  expect(await demoRefusal(harness.pool)).toContain("other people than its own four");
});
