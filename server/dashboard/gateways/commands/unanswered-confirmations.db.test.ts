import { beforeEach, describe, expect, it } from "vitest";
import { OPS } from "@/lib/contract/ops";
import type { Ctx } from "../../context";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { unused, withAccountRequests } from "@/tools/testing/dashboard/account-requests";
import { gatewayAccount } from "@/tools/testing/dashboard/gateway-accounts";
import { watchGatewayAccounts } from "../jobs/watch-gateway-accounts";
import { listAccountRequests } from "../queries/list-account-requests";
import { undoConfirmation } from "../store/account-requests";
import { chooseGatewayAccount } from "./choose-gateway-account";
import { declineAccountRequest } from "./decide-account-request";
import { saveCredentials } from "./save-credentials";

const HOUR_MS = 60 * 60_000;

const setup = withAccountRequests();
const { response, bodiesOf, has, enter, confirm, states } = setup;
let harness: Harness;
let asha: Ctx;
let ravi: Ctx;
beforeEach(() => {
  ({ harness, asha, ravi } = setup.current());
});

describe("another account", () => {
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
    response("gateways.use_account", { account: null });
    const stopped = await chooseGatewayAccount(asha, { gateway: "stripe", account: null, replaces: 2 });
    expect(stopped).toEqual({ kind: "done", value: { isWaiting: false } });
    expect(await states()).toEqual(["REFUSED"]);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "closed" });
    expect(bodiesOf("gateways.use_account").map(({ account: to }) => to)).toEqual([2, null]);
  });

  it("that somebody waits for at another vendor, or that was only requested, is left when one is taken out of use", async () => {
    const requestId = await enter();
    response("gateways.use_account", { account: null });
    await chooseGatewayAccount(asha, { gateway: "stripe", account: null, replaces: 1 });
    expect(await states()).toEqual(["WAITING"]);
    harness.service.next(OPS["gateways.use_account"].path, { kind: "drop", when: "before" });
    await confirm(ravi, requestId);
    response("gateways.use_account", { account: null });
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
    has(gatewayAccount(), unused);
    await watchGatewayAccounts(harness.services);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "requester_lost" });
    await declineAccountRequest(ravi, { requestId });
    response("gateways.save_account", { account: { ...unused, account: 3, revision: 9 } });
    const other = await saveCredentials(meera, {
      kind: "add",
      credentials: { gateway: "stripe", secret_key: "sk_test_3", webhook_secret: "whsec_3" },
      replaces: 1,
      saveAnyway: null,
    });
    expect(other).toMatchObject({ kind: "done", value: { isWaiting: true } });
  });

  const busy = (): void =>
    response("gateways.use_account", { detail: "Too many requests. Try again later." }, 429);

  it("whose confirmation was not sent waits again: it can be declined, and confirmed by another person", async () => {
    const declined = await enter();
    busy();
    expect(await confirm(ravi, declined)).toMatchObject({ kind: "not_sent" });
    expect(await states()).toEqual(["WAITING"]);
    expect(await declineAccountRequest(ravi, { requestId: declined })).toEqual({ kind: "done" });
    const confirmed = await enter();
    busy();
    expect(await confirm(ravi, confirmed)).toMatchObject({ kind: "not_sent" });
    response("gateways.use_account", { account: { ...unused, in_use: true } });
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
});
