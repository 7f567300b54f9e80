import { afterAll, afterEach, beforeAll } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { createCashfree } from "@/server/routing/gateway/cashfree/cashfree";
import { DEFAULT_TIME_LIMIT_MS } from "@/server/routing/gateway/time-limit";
import { findPayment } from "@/server/routing/store/payments/payments";
import type { Deps } from "@/server/routing/usecases/deps";
import { pollPayment } from "@/server/routing/usecases/payments/poll-payment";
import { addMerchant } from "./add-merchant";
import { type CashfreeDouble, startCashfreeDouble, TEST_CASHFREE } from "./cashfree-double";
import { type LinkEntity, newOrder, type OrderEntity } from "./cashfree-objects";
import { depsOn } from "./deps";
import type { MerchantCode } from "./merchant-code";
import { pollOf } from "./polled";
import { rule, saveRules } from "./rules";
import { startTestService, type TestService } from "./service";

/** A payment of a Cashfree link, and two of its pages. */
export type PaidLink = { merchantId: number; id: string; first: OrderEntity; second: OrderEntity };

export const outage = { kind: "error", status: 500, body: {} } as const;

/**
 * A service without a worker that takes payments at a Cashfree double, whose customers can open several pages of one link
 * and pay on each (decision 0319). Polls are made by hand.
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
  /** As a worker does: nothing where no poll is needed. */
  const poll = ({ merchantId, id }: PaidLink, using: Deps = deps) =>
    pollPayment(using, { merchantId, paymentId: id });
  const secondsToPoll = async ({ id }: PaidLink): Promise<number> =>
    (await pollOf(service.db, id))?.pause ?? Infinity;
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
        "select charge as of from refunds where kind = 'reversal' and payment_id = $1",
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
    secondsToPoll,
    cancel,
    linkOf,
    isPolled,
    reversed,
  };
}
