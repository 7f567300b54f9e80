import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpsName, OpsResult } from "@/lib/contract/ops";
import { OPS } from "@/lib/contract/ops";
import type { Ctx } from "../../context";
import { composed } from "../../testing/composed-role";
import { type Harness, startHarness } from "../../testing/harness";
import { answerOps, opsCalls } from "../../testing/ops-answers";
import { expandAll, notifiedPeople } from "../../testing/notifications";
import { watchGatewayAccounts } from "../jobs/watch-gateway-accounts";
import { listAccountRequests } from "../queries/list-account-requests";
import { undoConfirmation } from "../store/account-requests";
import { chooseGatewayAccount } from "./choose-gateway-account";
import {
  confirmAccountRequest,
  declineAccountRequest,
  withdrawAccountRequest,
} from "./decide-account-request";
import { saveCredentials } from "./save-credentials";

type Account = OpsResult<"gateways.accounts">["vendors"][number]["accounts"][number];
const AT = "2026-11-21T08:00:00.000Z";
const SECRET = "sk_test_of_the_second_person_0002";
const HOUR_MS = 60 * 60_000;

let harness: Harness;
let asha: Ctx;
let ravi: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = {
    idempotency: true,
    operations: [
      "gateways.accounts",
      "gateways.save_account",
      "gateways.use_account",
      "gateways.update_account",
    ],
  };
  [asha, ravi] = await Promise.all([
    harness.ctxOf("admin"),
    harness.ctxOf(composed(["view_gateways", "manage_keys"])),
  ]);
});
afterAll(() => harness.stop());

const account = (fields: Partial<Account> = {}): Account => ({
  account: 1,
  revision: 4,
  hint: "…0001",
  live: true,
  in_use: true,
  created_at: AT,
  created_by: "somebody",
  changed_at: AT,
  changed_by: "somebody",
  retired_at: null,
  last_payment_at: null,
  ...fields,
});
const unused = account({ account: 2, revision: 7, hint: "…0002", in_use: false, retired_at: AT });

const answer = (operation: OpsName, body: unknown, status = 200): void =>
  answerOps(harness, operation, status, body);
const bodiesOf = (operation: OpsName) =>
  opsCalls(harness, operation).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const has = (...accounts: Account[]): void =>
  answer("gateways.accounts", {
    vendors: [
      { gateway: "stripe", environment: false, notification_address: "https://pay.example/n", accounts },
    ],
  });

/** Asha enters another account, which the service saves without using it. */
async function enter(as = asha): Promise<string> {
  answer("gateways.save_account", { account: unused });
  const outcome = await saveCredentials(as, {
    kind: "add",
    credentials: { gateway: "stripe", secret_key: SECRET, webhook_secret: "whsec_2" },
    replaces: 1,
    saveAnyway: null,
  });
  expect(outcome).toMatchObject({ kind: "done", value: { isWaiting: true } });
  return idOf(as);
}
async function idOf(as: Ctx): Promise<string> {
  const { requests } = await listAccountRequests(as);
  return requests[0]?.id ?? "";
}
const actions = async (): Promise<string[]> => (await harness.audit()).map(({ action }) => action);
const confirm = (as: Ctx, requestId: string) => confirmAccountRequest(as, { requestId });
const states = async (): Promise<string[]> => {
  const { rows } = await harness.pool.query<{ state: string }>(
    "select state from gateway_account_requests order by requested_at",
  );
  return rows.map(({ state }) => state);
};

describe("another account", () => {
  it("is saved at the service, used by nobody, and put in use when a second person confirms it", async () => {
    const requestId = await enter();
    expect(bodiesOf("gateways.use_account")).toEqual([]);
    answer("gateways.use_account", { account: { ...unused, in_use: true } });
    expect(await confirm(ravi, requestId)).toEqual({ kind: "done" });
    expect(bodiesOf("gateways.use_account")).toEqual([
      { gateway: "stripe", account: 2, replaces: 1, revision: 7, created_by: ravi.actor.email },
    ]);
    expect(await states()).toEqual(["CONFIRMED"]);
    const log = await harness.audit();
    expect(log.map(({ action, actor_email: email }) => [action, email])).toEqual([
      ["gateway_account_add_requested", asha.actor.email],
      ["gateway_account_add_done", asha.actor.email],
      ["gateway_account_request_made", asha.actor.email],
      ["gateway_account_request_confirmed", ravi.actor.email],
      ["gateway_account_use_requested", ravi.actor.email],
      ["gateway_account_use_done", ravi.actor.email],
    ]);
    expect(JSON.stringify(log)).not.toContain(SECRET);
    const { rows } = await harness.pool.query("select * from gateway_account_requests");
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  it("is never confirmed by who requested it, by any code", async () => {
    const requestId = await enter();
    expect(await confirm(asha, requestId)).toEqual({ kind: "own" });
    expect(await declineAccountRequest(asha, { requestId })).toEqual({ kind: "own" });
    expect(await states()).toEqual(["WAITING"]);
    expect(bodiesOf("gateways.use_account")).toEqual([]);
    await expect(
      harness.pool.query(
        "update gateway_account_requests set state = 'CONFIRMING', decided_by = requested_by, decided_at = now()",
      ),
    ).rejects.toThrow("gateway_account_requests_second_person");
  });

  it("waits for those who may confirm it, who are notified; the viewer hears how many others there are", async () => {
    await enter();
    await harness.ctxOf("finance");
    await expandAll(harness);
    const notified = await notifiedPeople(harness);
    expect(notified).toMatchObject([
      {
        event: "gateway_account_waiting",
        personId: ravi.actor.userId,
        detail: { hint: "…0002", requestedBy: asha.actor.name },
      },
    ]);
    expect(await listAccountRequests(asha)).toMatchObject({ others: 1, requests: [{ isOwn: true }] });
    await harness.pool.query("update people set deactivated_at = now() where id = $1", [ravi.actor.userId]);
    expect(await listAccountRequests(asha)).toMatchObject({ others: 0 });
  });

  it("cannot be decided by other roles", async () => {
    const requestId = await enter();
    for (const as of [await harness.ctxOf("finance"), await harness.ctxOf(composed(["manage_gateways"]))]) {
      expect(await confirm(as, requestId)).toEqual({ kind: "forbidden" });
      expect(await declineAccountRequest(as, { requestId })).toEqual({ kind: "forbidden" });
    }
    expect(await states()).toEqual(["WAITING"]);
  });

  it("is not put in use when it was declined, withdrawn, or is a day old, and the next one can be requested", async () => {
    const declined = await enter();
    expect(await declineAccountRequest(ravi, { requestId: declined })).toEqual({ kind: "done" });
    expect(await confirm(ravi, declined)).toEqual({ kind: "closed" });
    const withdrawn = await enter();
    expect(await withdrawAccountRequest(ravi, { requestId: withdrawn })).toEqual({ kind: "not_own" });
    expect(await withdrawAccountRequest(asha, { requestId: withdrawn })).toEqual({ kind: "done" });
    expect(await confirm(ravi, withdrawn)).toEqual({ kind: "closed" });
    const expired = await enter();
    harness.clock.advance(24 * HOUR_MS);
    expect(await confirm(ravi, expired)).toEqual({ kind: "expired" });
    expect((await listAccountRequests(ravi)).requests).toEqual([]);
    await enter();
    expect(await states()).toEqual(["DECLINED", "WITHDRAWN", "EXPIRED", "WAITING"]);
    expect(await actions()).toContain("gateway_account_request_expired");
    expect(bodiesOf("gateways.use_account")).toEqual([]);
  });

  it("is not put in use for somebody who may no longer request it", async () => {
    await harness.ctxOf("admin");
    const requestId = await enter();
    await harness.pool.query("update people set role = 'support' where id = $1", [asha.actor.userId]);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "requester_lost" });
    expect(await states()).toEqual(["WAITING"]);
  });

  it("that the vendor refuses now, or that has changed meanwhile, is not put in use", async () => {
    const requestId = await enter();
    const refusal = { detail: "The accounts of this vendor have changed meanwhile. Read them again." };
    answer("gateways.use_account", refusal, 409);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "conflict", message: refusal.detail });
    expect(await states()).toEqual(["REFUSED"]);
    const again = await enter();
    const faults = [{ field: "revision", text: "Stripe does not accept these credentials." }];
    answer("gateways.use_account", { detail: "…", faults }, 400);
    expect(await confirm(ravi, again)).toMatchObject({ kind: "refused", faults });
    expect(await states()).toEqual(["REFUSED", "REFUSED"]);
  });

  it("whose answer was lost is confirmed again, or found to be in use", async () => {
    const requestId = await enter();
    harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "before" });
    expect(await confirm(ravi, requestId)).toEqual({ kind: "unknown" });
    expect(await declineAccountRequest(ravi, { requestId })).toEqual({ kind: "closed" });
    expect(await listAccountRequests(ravi)).toMatchObject({ requests: [{ isSending: true }] });
    has(unused);
    await watchGatewayAccounts(harness.services);
    expect(await states()).toEqual(["CONFIRMING"]);
    harness.clock.advance(2 * 60_000);
    has({ ...unused, in_use: true, retired_at: null });
    await watchGatewayAccounts(harness.services);
    expect(await states()).toEqual(["CONFIRMED"]);
  });

  it("whose answer was lost is not put in use any more, once the vendor's account was taken out of use", async () => {
    const requestId = await enter();
    harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "after" });
    expect(await confirm(ravi, requestId)).toEqual({ kind: "unknown" });
    answer("gateways.use_account", { account: null });
    const stopped = await chooseGatewayAccount(asha, { gateway: "stripe", account: null, replaces: 2 });
    expect(stopped).toEqual({ kind: "done", value: { isWaiting: false } });
    expect(await states()).toEqual(["REFUSED"]);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "closed" });
    expect(bodiesOf("gateways.use_account").map(({ account: to }) => to)).toEqual([2, null]);
  });

  it("that somebody waits for at another vendor, or that was only requested, is left when one is taken out of use", async () => {
    const requestId = await enter();
    answer("gateways.use_account", { account: null });
    await chooseGatewayAccount(asha, { gateway: "stripe", account: null, replaces: 1 });
    expect(await states()).toEqual(["WAITING"]);
    harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "before" });
    await confirm(ravi, requestId);
    answer("gateways.use_account", { account: null });
    await chooseGatewayAccount(asha, { gateway: "adyen", account: null, replaces: 1 });
    expect(await states()).toEqual(["CONFIRMING"]);
  });

  it("whose answer was lost is not confirmed again after a day, nor for somebody who may no longer request it", async () => {
    await harness.ctxOf("admin");
    const requestId = await enter();
    harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "after" });
    expect(await confirm(ravi, requestId)).toEqual({ kind: "unknown" });
    await harness.pool.query("update people set role = 'support' where id = $1", [asha.actor.userId]);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "requester_lost" });
    await harness.pool.query("update people set role = 'admin' where id = $1", [asha.actor.userId]);
    harness.clock.advance(24 * HOUR_MS);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "expired" });
    expect(bodiesOf("gateways.use_account")).toHaveLength(1);
  });

  it("whose answer was lost, and whose requester has left since, does not keep others from another account for a day", async () => {
    const meera = await harness.ctxOf("admin");
    const requestId = await enter();
    harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "before" });
    expect(await confirm(ravi, requestId)).toEqual({ kind: "unknown" });
    await harness.pool.query("update people set role = 'support' where id = $1", [asha.actor.userId]);
    // The service never got the call: nothing of the request is in use.
    harness.clock.advance(5 * 60_000);
    has(account(), unused);
    await watchGatewayAccounts(harness.services);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "requester_lost" });
    await declineAccountRequest(ravi, { requestId });
    answer("gateways.save_account", { account: { ...unused, account: 3, revision: 9 } });
    const other = await saveCredentials(meera, {
      kind: "add",
      credentials: { gateway: "stripe", secret_key: "sk_test_3", webhook_secret: "whsec_3" },
      replaces: 1,
      saveAnyway: null,
    });
    expect(other).toMatchObject({ kind: "done", value: { isWaiting: true } });
  });

  const busy = (): void =>
    answer("gateways.use_account", { detail: "Too many requests. Try again later." }, 429);

  it("whose confirmation was not sent waits again: it can be declined, and confirmed by another person", async () => {
    const declined = await enter();
    busy();
    expect(await confirm(ravi, declined)).toMatchObject({ kind: "not_sent" });
    expect(await states()).toEqual(["WAITING"]);
    expect(await declineAccountRequest(ravi, { requestId: declined })).toEqual({ kind: "done" });
    const confirmed = await enter();
    busy();
    expect(await confirm(ravi, confirmed)).toMatchObject({ kind: "not_sent" });
    answer("gateways.use_account", { account: { ...unused, in_use: true } });
    expect(await confirm(await harness.ctxOf("admin"), confirmed)).toEqual({ kind: "done" });
    expect(await states()).toEqual(["DECLINED", "CONFIRMED"]);
  });

  it("whose answer was lost does not wait again when a later confirmation was not sent", async () => {
    const requestId = await enter();
    harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "after" });
    expect(await confirm(ravi, requestId)).toEqual({ kind: "unknown" });
    busy();
    expect(await confirm(ravi, requestId)).toMatchObject({ kind: "not_sent" });
    expect(await states()).toEqual(["CONFIRMING"]);
    expect(await declineAccountRequest(ravi, { requestId })).toEqual({ kind: "closed" });
  });

  it("does not wait again, as long as a second confirmation, at the same moment too, may be on its way", async () => {
    const requestId = await enter();
    const at = harness.clock.now();
    for (const person of [ravi, await harness.ctxOf("admin")]) {
      harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "before" });
      expect(await confirm(person, requestId)).toEqual({ kind: "unknown" });
    }
    // The first one turns out not to have been sent.
    await undoConfirmation(harness.pool, requestId, at);
    expect(await states()).toEqual(["CONFIRMING"]);
  });

  it("whose answer was lost is not taken for the one in use that has other credentials", async () => {
    const requestId = await enter();
    harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "before" });
    expect(await confirm(ravi, requestId)).toEqual({ kind: "unknown" });
    harness.clock.advance(2 * 60_000);
    has({ ...unused, revision: 8, in_use: true, retired_at: null });
    await watchGatewayAccounts(harness.services);
    expect(await states()).toEqual(["CONFIRMING"]);
    harness.clock.advance(24 * HOUR_MS);
    has({ ...unused, revision: 8, in_use: true, retired_at: null });
    await watchGatewayAccounts(harness.services);
    expect(await states()).toEqual(["EXPIRED"]);
    has(unused);
    await watchGatewayAccounts(harness.services);
    const ends = (await harness.audit()).filter(({ action }) => action === "gateway_account_request_expired");
    expect(ends).toMatchObject([
      { detail: { gatewayAccount: 2, hint: unused.hint, requestedBy: asha.actor.name } },
    ]);
  });

  it("is confirmed once by two people at the same time, and one request waits for each vendor", async () => {
    const requestId = await enter();
    const second = await saveCredentials(asha, {
      kind: "add",
      credentials: { gateway: "stripe", secret_key: SECRET, webhook_secret: "whsec_3" },
      replaces: 1,
      saveAnyway: null,
    });
    expect(second).toMatchObject({ kind: "conflict" });
    expect(bodiesOf("gateways.save_account")).toHaveLength(1);
    const meera = await harness.ctxOf("admin");
    for (let times = 0; times < 2; times += 1)
      answer("gateways.use_account", { account: { ...unused, in_use: true } });
    const outcomes = await Promise.all([confirm(ravi, requestId), confirm(meera, requestId)]);
    expect(outcomes.map(({ kind }) => kind)).toContain("done");
    expect((await actions()).filter((action) => action === "gateway_account_request_confirmed")).toHaveLength(
      1,
    );
    expect(await states()).toEqual(["CONFIRMED"]);
  });
});

describe("an earlier account", () => {
  const earlier = { ...unused, last_payment_at: AT };
  const use = (replaces: number | null) =>
    chooseGatewayAccount(asha, { gateway: "stripe", account: 2, replaces });

  it("is put in use by a second person too; taking one out of use holds at once", async () => {
    has(account(), earlier);
    expect(await use(1)).toEqual({ kind: "done", value: { isWaiting: true } });
    expect(bodiesOf("gateways.use_account")).toEqual([]);
    answer("gateways.use_account", { account: null });
    const stopped = await chooseGatewayAccount(asha, { gateway: "stripe", account: null, replaces: 1 });
    expect(stopped).toEqual({ kind: "done", value: { isWaiting: false } });
    answer("gateways.use_account", { account: { ...unused, in_use: true } });
    expect(await confirm(ravi, await idOf(ravi))).toEqual({ kind: "done" });
  });

  it("without payments waits no longer than the service keeps it", async () => {
    const retired = new Date(harness.clock.now().getTime() - 20 * HOUR_MS).toISOString();
    has(account(), { ...unused, retired_at: retired });
    expect(await use(1)).toEqual({ kind: "done", value: { isWaiting: true } });
    const [request] = (await listAccountRequests(ravi)).requests;
    expect(request?.expiresAt).toBe(new Date(new Date(retired).getTime() + 24 * HOUR_MS).toISOString());
    harness.clock.advance(4 * HOUR_MS);
    expect(await confirm(ravi, request?.id ?? "")).toEqual({ kind: "expired" });
    has(account(), { ...unused, retired_at: retired });
    expect(await use(1)).toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("again") as string,
    });
    has(account(), { ...earlier, retired_at: retired });
    await use(1);
    const [kept] = (await listAccountRequests(ravi)).requests;
    const waits = +new Date(kept?.expiresAt ?? 0) - +new Date(kept?.requestedAt ?? 0);
    expect(waits).toBe(24 * HOUR_MS);
  });

  it("is requested only as the page showed it, at a service that can bind the decision to its credentials", async () => {
    has(account(), earlier);
    expect(await use(null)).toMatchObject({ kind: "conflict" });
    has(account());
    expect(await use(1)).toEqual({ kind: "not_found" });
    expect(
      await chooseGatewayAccount(await harness.ctxOf("ops"), { gateway: "stripe", account: 2, replaces: 1 }),
    ).toEqual({ kind: "forbidden" });
    harness.service.ops = { idempotency: true, operations: ["gateways.accounts", "gateways.use_account"] };
    const older = { ...asha, ...harness.connect() };
    expect(await chooseGatewayAccount(older, { gateway: "stripe", account: 2, replaces: 1 })).toEqual({
      kind: "not_offered",
    });
  });
});

it("other credentials of the account in use are sent with the wish for proof that it is the same one", async () => {
  answer("gateways.update_account", { account: account({ revision: 5 }) });
  const outcome = await saveCredentials(asha, {
    kind: "change",
    credentials: { gateway: "stripe", secret_key: SECRET, webhook_secret: "whsec_2" },
    account: 1,
    revision: 4,
    saveAnyway: "other_account",
  });
  expect(outcome).toMatchObject({ kind: "done", value: { isWaiting: false } });
  expect(bodiesOf("gateways.update_account")).toMatchObject([{ proof_in_use: true }]);
});

it("other credentials are sent with that wish as soon as the service has been upgraded, too", async () => {
  const { operations } = harness.service.ops ?? { operations: [] };
  harness.service.ops = { idempotency: true, operations: ["gateways.update_account"] };
  const early = { ...asha, ...harness.connect() };
  const change = { gateway: "stripe", secret_key: SECRET, webhook_secret: "whsec_2" };
  const input = { kind: "change", credentials: change, account: 1, revision: 4, saveAnyway: null };
  answer("gateways.update_account", { account: account({ revision: 5 }) });
  await saveCredentials(early, input);
  harness.service.ops = { idempotency: true, operations };
  answer("gateways.update_account", { account: account({ revision: 6 }) });
  await saveCredentials(early, input);
  expect(bodiesOf("gateways.update_account").map(({ proof_in_use: proof }) => proof)).toEqual([
    undefined,
    true,
  ]);
});

it("a request that there is not, or a form that is none, changes nothing", async () => {
  expect(await confirm(ravi, randomUUID())).toEqual({ kind: "not_found" });
  expect(await confirmAccountRequest(ravi, "no form")).toEqual({ kind: "malformed" });
});
