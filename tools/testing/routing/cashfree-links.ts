import { afterAll, afterEach, beforeAll } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { createCashfree } from "@/server/routing/gateway/cashfree/cashfree";
import { DEFAULT_TIME_LIMIT_MS } from "@/server/routing/gateway/time-limit";
import { findPayment } from "@/server/routing/store/payments/payments";
import type { Deps } from "@/server/routing/usecases/deps";
import { pollPayment } from "@/server/routing/usecases/payments/poll-payment";
import { findStalled, resumeStalled } from "@/server/routing/usecases/resume-stalled";
import { addMerchant } from "./add-merchant";
import { type CashfreeDouble, startCashfreeDouble, TEST_CASHFREE } from "./cashfree-double";
import { type LinkEntity, newOrder, type OrderEntity } from "./cashfree-objects";
import { depsOn } from "./deps";
import type { MerchantCode } from "./merchant-code";
import { rule, saveRules } from "./rules";
import { startTestService, type TestService } from "./service";

/** A payment of a Cashfree link, and two of its pages. */
export type PaidLink = { merchantId: number; id: string; first: OrderEntity; second: OrderEntity };

export const outage = { kind: "error", status: 500, body: {} } as const;

/**
 * A service without a worker that takes payments at a Cashfree double, whose customers can open several pages of one link
 * and pay on each (decision 0319). Polls and sweeps are run by hand.
 */
export function useCashfreeLinks() {
  let double: CashfreeDouble;
  let service: TestService;
  let merchant: MerchantCode;
  let deps: Deps;
  let close: () => Promise<void>;
  beforeAll(async () => {
    double = await startCashfreeDouble();
    service = await startTestService(
      {
        CASHFREE_CLIENT_ID: TEST_CASHFREE.clientId,
        CASHFREE_CLIENT_SECRET: TEST_CASHFREE.clientSecret,
        CASHFREE_ENVIRONMENT: "sandbox",
        CASHFREE_API_BASE: double.url,
      },
      undefined,
      { role: "service" },
    );
    merchant = await addMerchant(service);
    await saveRules(merchant, [rule("cashfree", { target: { kind: "gateway", gateway: "cashfree" } })]);
    const context = depsOn(service);
    const gateway = createCashfree({
      ...TEST_CASHFREE,
      apiBase: new URL(double.url),
      timeLimitMs: DEFAULT_TIME_LIMIT_MS,
      clock: systemClock,
    });
    deps = { ...context.deps, gateways: new Map([[gateway.name, gateway]]) };
    ({ close } = context);
  });
  afterEach(() => {
    double.terminationsBecome = "TERMINATED";
  });
  afterAll(async () => {
    await close();
    await service.stop();
    await double.close();
  });

  /** A payment whose customer has two pages of its link open, and has paid on the first. */
  async function paidOnFirstPage(): Promise<PaidLink> {
    const { transaction_id: id } = await merchant.payment(
      { customer_details: { customer_phone: "919000090000" } },
      null,
    );
    const link = linkOf(id);
    const pages = ["2026-11-21T09:00:00.000Z", "2026-11-21T09:00:01.000Z"].map((created_at) => ({
      ...newOrder(link),
      created_at,
    }));
    const [first, second] = pages;
    if (first === undefined || second === undefined) throw new Error("no pages");
    for (const order of [first, second]) double.orders.set(order.order_id, order);
    first.order_status = "PAID";
    Object.assign(link, { link_status: "PAID", link_amount_paid: link.link_amount });
    const { rows } = await service.db.query<{ merchant_id: number }>(
      "select merchant_id from payments where id = $1",
      [id],
    );
    return { merchantId: rows[0]?.merchant_id ?? 0, id, first, second };
  }
  const poll = ({ merchantId, id }: PaidLink) => pollPayment(deps, { merchantId, paymentId: id, attempt: 0 });
  const jobKey = ({ merchantId, id }: PaidLink): string => `payment:${merchantId}:${id}`;
  async function secondsToPoll(paid: PaidLink): Promise<number> {
    const { rows } = await service.db.query<{ pause: number }>(
      `select extract(epoch from run_at - now())::float8 as pause from graphile_worker._private_jobs where key = $1`,
      [jobKey(paid)],
    );
    return rows[0]?.pause ?? Infinity;
  }
  /** As the worker does: it takes the job that waits, and polls with what the job says. */
  async function pollAsJob(paid: PaidLink, using: Deps = deps): Promise<void> {
    const { rows } = await service.db.query<{ payload: { attempt: number } }>(
      "delete from graphile_worker._private_jobs where key = $1 returning payload",
      [jobKey(paid)],
    );
    const attempt = rows[0]?.payload.attempt;
    if (attempt === undefined) throw new Error("no poll is scheduled");
    await pollPayment(using, { merchantId: paid.merchantId, paymentId: paid.id, attempt });
  }
  /** The job is lost: the payment is polled again only if the sweep finds that it needs a poll. */
  async function pollIfFoundBySweep(paid: PaidLink): Promise<void> {
    await service.db.query("delete from graphile_worker._private_jobs where key like 'payment:%'");
    await resumeStalled(deps, await findStalled(deps));
    const { rowCount } = await service.db.query("select from graphile_worker._private_jobs where key = $1", [
      `payment:${paid.merchantId}:${paid.id}`,
    ]);
    if (rowCount === 1) await poll(paid);
  }
  const cancel = ({ id }: PaidLink) =>
    service.db.query("update payments set status = 'CANCELLED', completed_at = now() where id = $1", [id]);
  const linkOf = (id: string): LinkEntity => {
    const link = [...double.links.values()].find(({ link_notes: of }) => of.payment_id === id);
    if (link === undefined) throw new Error("no link");
    return link;
  };
  const isPolled = async (paid: PaidLink): Promise<boolean> =>
    (await findPayment(deps.pool, paid.merchantId, paid.id))?.polledUntil !== null;
  const reversed = async ({ id }: PaidLink): Promise<unknown[]> =>
    (
      await service.db.query<{ of: string }>(
        "select gateway_transaction_id as of from reversals where payment_id = $1",
        [id],
      )
    ).rows
      .map(({ of }) => of)
      .toSorted();

  return {
    get double() {
      return double;
    },
    get service() {
      return service;
    },
    get deps() {
      return deps;
    },
    paidOnFirstPage,
    poll,
    pollAsJob,
    pollIfFoundBySweep,
    secondsToPoll,
    jobKey,
    cancel,
    linkOf,
    isPolled,
    reversed,
  };
}
