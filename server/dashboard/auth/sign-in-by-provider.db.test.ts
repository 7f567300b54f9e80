import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { insertInvitedPerson } from "../people/store/people";
import { findSessionPerson } from "../people/store/sessions";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { signInByProvider } from "./sign-in-by-provider";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.stop());

const come = (claims: unknown) => signInByProvider(harness.services, claims);
const people = async () => (await harness.pool.query("select 1 from people")).rowCount;

it("lets in the person with the verified e-mail, into a session like any other", async () => {
  const { actor } = await harness.ctxOf("ops");
  const outcome = await come({ sub: "1", email: actor.email.toUpperCase(), email_verified: true });
  if (outcome.kind !== "signed_in") throw new Error(outcome.code);
  const found = await findSessionPerson(harness.pool, outcome.sessionId, harness.clock.now());
  expect(found).toMatchObject({ userId: actor.userId, role: "ops" });
  expect((await harness.audit()).at(-1)).toMatchObject({ action: "signed_in", detail: { by: "provider" } });
});

it("lets in nobody by an e-mail that becomes a person's in lower case (0395)", async () => {
  const person = { id: randomUUID(), email: "kim@example.com", name: "Kim", role: "admin" } as const;
  await insertInvitedPerson(harness.pool, person, harness.clock.now());
  const outcome = await come({ sub: "1", email: "\u212aim@example.com", email_verified: true });
  expect(outcome).toEqual({ kind: "refused", code: "UnknownPerson" });
});

it("creates nobody", async () => {
  expect(await come({ sub: "1", email: "new@example.com", email_verified: true })).toEqual({
    kind: "refused",
    code: "UnknownPerson",
  });
  expect(await people()).toBe(0);
  expect(await harness.audit()).toMatchObject([
    { action: "sign_in_refused", subject_id: "new@example.com", detail: { why: "UnknownPerson" } },
  ]);
});

it("takes an invited person's sign-in for their acceptance", async () => {
  const id = randomUUID();
  const person = { id, email: "new@example.com", name: "N", role: "ops" } as const;
  await insertInvitedPerson(harness.pool, person, harness.clock.now());
  expect((await come({ sub: "1", email: person.email, email_verified: true })).kind).toBe("signed_in");
  expect((await harness.audit()).map((row) => row.action)).toEqual(["person_link_used", "signed_in"]);
});

it.each([
  ["unverified", { email_verified: false }],
  ["verified by a text", { email_verified: "true" }],
  ["of no known state", {}],
])("refuses an e-mail that is %s", async (_name, claims) => {
  const { actor } = await harness.ctxOf("admin");
  const outcome = await come({ sub: "1", email: actor.email, ...claims });
  expect(outcome).toEqual({ kind: "refused", code: "EmailNotVerified" });
});

it("refuses the deactivated", async () => {
  const { actor } = await harness.ctxOf("ops");
  await harness.pool.query("update people set deactivated_at = now()");
  expect(await come({ sub: "1", email: actor.email, email_verified: true })).toEqual({
    kind: "refused",
    code: "Deactivated",
  });
});

it.each([null, undefined, 7, { email: ["a@b"], email_verified: true }, { email: " ", email_verified: true }])(
  "refuses the claims %j",
  async (claims) => {
    expect((await come(claims)).kind).toBe("refused");
  },
);
