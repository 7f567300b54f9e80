import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { insertPerson } from "../people/store/people";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { hashPassword, verifyPassword } from "./password";
import type * as SignIn from "./sign-in";

// The real function, observed: the hash is the only part of a sign-in slow enough to be noticed from outside.
const verify = vi.fn(verifyPassword);
let signIn: typeof SignIn.signIn;

const PASSWORD = "test-password-one";
const SAME_COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
let harness: Harness;
let passwordHash: string;

beforeAll(async () => {
  // Other test files of this process have loaded the module with the function itself.
  vi.resetModules();
  vi.doMock("./password", async (load) => ({ ...(await load<object>()), verifyPassword: verify }));
  ({ signIn } = await import("./sign-in"));
  harness = await startHarness();
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  await harness.reset();
  for (const name of ["active", "deactivated", "invited"]) {
    const person = { id: randomUUID(), email: `${name}@example.com`, name, role: "finance" } as const;
    await insertPerson(harness.pool, { ...person, passwordHash }, harness.clock.now());
  }
  await harness.pool.query(
    "update people set deactivated_at = now() where email = 'deactivated@example.com'",
  );
  await harness.pool.query(
    "update people set activated_at = null, password_hash = null where email = 'invited@example.com'",
  );
  verify.mockClear();
});
afterAll(async () => {
  vi.doUnmock("./password");
  vi.resetModules();
  await harness.stop();
});

it.each([
  ["somebody's wrong password", "active@example.com", "wrong"],
  ["an e-mail that nobody has", "nobody@example.com", PASSWORD],
  ["somebody deactivated", "deactivated@example.com", PASSWORD],
  ["somebody invited who has chosen no password", "invited@example.com", PASSWORD],
])("%s is answered alike and after the same work (failure 36)", async (_, email, password) => {
  expect(await signIn(harness.services, { email, password })).toEqual({ kind: "wrong" });
  const verified = verify.mock.calls;
  expect(verified).toHaveLength(1);
  expect(verified[0]?.[0]).toMatch(SAME_COST);
});
