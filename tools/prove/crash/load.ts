import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { PaydeckClient } from "@/lib/client";
import { formatPaise } from "@/lib/money";
import type { Random } from "../random";
import { chooseAtCheckout } from "../stack/merchant";
import type { Staff } from "../stack/staff";
import type { Reported } from "./books";

/** What the clients of one run share: their identity, the responses that they received, and when they stop. */
type Load = {
  merchant: PaydeckClient;
  staff: { finance: Staff; ops: Staff };
  reported: Reported;
  /** For starting something new. */
  hasTime: () => boolean;
  /** For waiting on a response: continues while everything settles. */
  isOver: () => boolean;
  /** Unique to the run, so that two runs on one database do not collide. */
  prefix: string;
  uuid: () => string;
};

type Payment = { reference: string; transactionId: string; link: string; amountPaise: bigint };

const RETRY_MS = 150;
const MOST_RUPEES = 900;

/** One shop and its customers, one order after the other until the time is up. */
export async function runShop(load: Load, name: string, random: Random): Promise<void> {
  for (let order = 0; load.hasTime(); order += 1) {
    const payment = await create(load, `${load.prefix}-${name}-${order}`, random);
    if (payment === null) continue;
    if (random.chance(0.2)) await payAndCancel(load, payment, random);
    else {
      await pay(load, payment);
      await refundInParts(load, payment, random);
    }
  }
}

async function create(load: Load, reference: string, random: Random): Promise<Payment | null> {
  const amountPaise = BigInt(random.whole(20, MOST_RUPEES)) * 100n + BigInt(random.whole(0, 89));
  const creation: Reported["creations"][number] = { reference, amountPaise, outcome: { kind: "open" } };
  load.reported.creations.push(creation);
  const idempotencyKey = load.uuid();
  while (!load.isOver()) {
    const response = await load.merchant.initiatePayment(
      {
        merchant_transaction_id: reference,
        transaction_amount: formatPaise(amountPaise),
        customer_details: { customer_email: "customer@example.com" },
      },
      { idempotencyKey },
    );
    if (response.kind === "answered") {
      const { value } = response;
      if (!value.success) {
        creation.outcome = { kind: "no_gateway" };
        return null;
      }
      creation.outcome = { kind: "created", transactionId: value.transaction_id };
      return { reference, transactionId: value.transaction_id, link: value.payment_link, amountPaise };
    }
    if (response.kind === "refused" && response.refusal.kind !== "busy") {
      throw new Error(`a creation was refused: ${JSON.stringify(response.refusal)}`);
    }
    await sleep(RETRY_MS);
  }
  return null;
}

/** Presses "pay" until the shop sees that the payment has ended, like a customer who meets an error page. */
async function pay(load: Load, payment: Payment): Promise<void> {
  while (!load.isOver()) {
    await chooseAtCheckout(payment.link, "success").catch(() => false);
    if (await hearState(load, payment)) return;
    await sleep(RETRY_MS);
  }
}

async function hearState(load: Load, { reference, transactionId }: Payment): Promise<boolean> {
  const response = await load.merchant.transactionStatus(reference);
  if (response.kind !== "answered") return false;
  const record = response.value.find(({ transaction_id: id }) => id === transactionId);
  if (record === undefined || record.transaction_status === "INITIATED") return false;
  load.reported.states.push({ transactionId, status: record.transaction_status });
  return true;
}

/** Failure 22: the customer pays while the shop or the dashboard cancels. */
async function payAndCancel(load: Load, payment: Payment, random: Random): Promise<void> {
  const { reference, transactionId } = payment;
  const cancelling = random.chance(0.5)
    ? load.merchant.cancelTransaction(reference)
    : load.staff.ops.call("cancelPaymentAction", { reference, transactionId });
  const paying = random.chance(0.5) ? chooseAtCheckout(payment.link, "success").catch(() => false) : null;
  await Promise.all([cancelling, paying]);
  await hearState(load, payment);
}

/** By the API and by the dashboard, some of them at the same moment. */
async function refundInParts(load: Load, payment: Payment, random: Random): Promise<void> {
  const refunds = Array.from({ length: random.whole(1, 3) }, () => {
    const amountPaise = partOf(payment.amountPaise, random);
    const draw = random.fork(load.uuid());
    return () =>
      draw.chance(0.5)
        ? refundByApi(load, payment, amountPaise)
        : refundByForm(load, payment, amountPaise, draw);
  });
  if (random.chance(0.4)) await Promise.all(refunds.map((refund) => refund()));
  else for (const refund of refunds) await refund();
}

/**
 * Amounts with paise 91 fail at the gateway, with 93 time out there once; 92 would take half a minute (decision 0210).
 */
function partOf(amountPaise: bigint, random: Random): bigint {
  const part = (amountPaise * BigInt(random.whole(10, 80))) / 100n;
  const rupees = part - (part % 100n);
  if (random.chance(0.15)) return rupees + 91n;
  if (random.chance(0.15)) return rupees + 93n;
  return rupees === 0n ? 100n : rupees;
}

async function refundByApi(load: Load, payment: Payment, amountPaise: bigint): Promise<void> {
  const key = load.uuid();
  const refund: Reported["refunds"][number] = {
    key,
    transactionId: payment.transactionId,
    amountPaise,
    outcome: { kind: "open" },
  };
  load.reported.refunds.push(refund);
  while (!load.isOver()) {
    const response = await load.merchant.initiateRefund(
      { transaction_id: payment.transactionId, refund_amount: formatPaise(amountPaise) },
      { idempotencyKey: key },
    );
    if (response.kind === "answered") {
      refund.outcome = { kind: "accepted", refundId: response.value.refund_id };
      return;
    }
    if (response.kind === "refused" && response.refusal.kind === "rejected") {
      refund.outcome = { kind: "refused" };
      return;
    }
    await sleep(RETRY_MS);
  }
}

const outcomeSchema = z.looseObject({ kind: z.string(), refundId: z.string().optional() });

/** A person whose connection breaks submits the same form again, or gives up. */
async function refundByForm(
  load: Load,
  payment: Payment,
  amountPaise: bigint,
  random: Random,
): Promise<void> {
  const intentId = load.uuid();
  const { reference, transactionId } = payment;
  const form: Reported["forms"][number] = {
    intentId,
    transactionId,
    amountPaise,
    kind: null,
    refundId: null,
  };
  load.reported.forms.push(form);
  const isPatient = random.chance(0.5);
  do {
    const outcome = outcomeSchema.safeParse(
      await load.staff.finance.call("requestRefundAction", {
        intentId,
        reference,
        transactionId,
        amount: formatPaise(amountPaise),
        reason: `Form ${intentId}`,
      }),
    );
    if (outcome.success) {
      form.kind = outcome.data.kind;
      form.refundId = outcome.data.refundId ?? null;
      return;
    }
    await sleep(RETRY_MS * 4);
  } while (isPatient && !load.isOver());
}
