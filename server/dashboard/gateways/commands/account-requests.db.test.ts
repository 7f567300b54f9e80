import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { composed } from "@/tools/testing/dashboard/composed-role";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { SECRET, unused, withAccountRequests } from "@/tools/testing/dashboard/account-requests";
import { AT, gatewayAccount } from "@/tools/testing/dashboard/gateway-accounts";
import { listAccountRequests } from "../queries/list-account-requests";
import { chooseGatewayAccount } from "./choose-gateway-account";
import {
  confirmAccountRequest,
  declineAccountRequest,
  withdrawAccountRequest,
} from "./decide-account-request";
import { saveCredentials } from "./save-credentials";

const HOUR_MS = 60 * 60_000;

const setup = withAccountRequests();
const { response, bodiesOf, has, enter, idOf, confirm, states } = setup;
let harness: Harness;
let asha: Ctx;
let ravi: Ctx;
beforeEach(() => {
  ({ harness, asha, ravi } = setup.current());
});

const actions = async (): Promise<string[]> => (await harness.audit()).map(({ action }) => action);

describe("another account", () => {
  it("is saved at the service, used by nobody, and put in use when a second person confirms it", async () => {
    const requestId = await enter();
    expect(bodiesOf("gateways.use_account")).toEqual([]);
    response("gateways.use_account", { account: { ...unused, in_use: true } });
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
    response("gateways.use_account", refusal, 409);
    expect(await confirm(ravi, requestId)).toEqual({ kind: "conflict", message: refusal.detail });
    expect(await states()).toEqual(["REFUSED"]);
    const again = await enter();
    const faults = [{ field: "revision", text: "Stripe does not accept these credentials." }];
    response("gateways.use_account", { detail: "…", faults }, 400);
    expect(await confirm(ravi, again)).toMatchObject({ kind: "refused", faults });
    expect(await states()).toEqual(["REFUSED", "REFUSED"]);
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
      response("gateways.use_account", { account: { ...unused, in_use: true } });
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
    has(gatewayAccount(), earlier);
    expect(await use(1)).toEqual({ kind: "done", value: { isWaiting: true } });
    expect(bodiesOf("gateways.use_account")).toEqual([]);
    response("gateways.use_account", { account: null });
    const stopped = await chooseGatewayAccount(asha, { gateway: "stripe", account: null, replaces: 1 });
    expect(stopped).toEqual({ kind: "done", value: { isWaiting: false } });
    response("gateways.use_account", { account: { ...unused, in_use: true } });
    expect(await confirm(ravi, await idOf(ravi))).toEqual({ kind: "done" });
  });

  it("without payments waits no longer than the service keeps it", async () => {
    const retired = new Date(harness.clock.now().getTime() - 20 * HOUR_MS).toISOString();
    has(gatewayAccount(), { ...unused, retired_at: retired });
    expect(await use(1)).toEqual({ kind: "done", value: { isWaiting: true } });
    const [request] = (await listAccountRequests(ravi)).requests;
    expect(request?.expiresAt).toBe(new Date(new Date(retired).getTime() + 24 * HOUR_MS).toISOString());
    harness.clock.advance(4 * HOUR_MS);
    expect(await confirm(ravi, request?.id ?? "")).toEqual({ kind: "expired" });
    has(gatewayAccount(), { ...unused, retired_at: retired });
    expect(await use(1)).toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("again") as string,
    });
    has(gatewayAccount(), { ...earlier, retired_at: retired });
    await use(1);
    const [kept] = (await listAccountRequests(ravi)).requests;
    const waits = +new Date(kept?.expiresAt ?? 0) - +new Date(kept?.requestedAt ?? 0);
    expect(waits).toBe(24 * HOUR_MS);
  });

  it("is requested only as the page showed it, at a service that can bind the decision to its credentials", async () => {
    has(gatewayAccount(), earlier);
    expect(await use(null)).toMatchObject({ kind: "conflict" });
    has(gatewayAccount());
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

it("a request that there is not, or a form that is none, changes nothing", async () => {
  expect(await confirm(ravi, randomUUID())).toEqual({ kind: "not_found" });
  expect(await confirmAccountRequest(ravi, "no form")).toEqual({ kind: "malformed" });
});
