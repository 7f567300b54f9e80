import { createHash } from "node:crypto";
import type { DemoFate, DemoPayment, DemoTime, PlannedPayment } from "@/tools/demo/contract";
import type { Payment, PaymentRequest } from "@/server/routing/domain/payments/payment";
import { listWebhookEndpoints } from "@/server/routing/store/webhooks/webhook-endpoints";
import { submitCheckout } from "@/server/routing/usecases/checkout/submit-checkout";
import type { Deps } from "@/server/routing/usecases/deps";
import { rememberNothing } from "@/server/routing/usecases/idempotency";
import { createPayment } from "@/server/routing/usecases/payments/create-payment";
import { endOverduePayment } from "@/server/routing/usecases/payments/end-payment";
import { deliverWebhooks } from "@/server/routing/usecases/webhooks/deliver-webhooks";

/** As many as the pool of connections serves without a queue. */
const AT_ONCE = 24;
const RETRY_AFTER_MS = 40_000;
const WEBHOOK_AFTER_MS = 1_500;

/** Each payment has a time of its own, from its creation to its end, so that many can be created at once. */
export async function createPayments(
  deps: Deps,
  time: DemoTime,
  merchantId: number,
  plan: readonly PlannedPayment[],
  onDone: () => void,
): Promise<DemoPayment[]> {
  const created: DemoPayment[] = [];
  let next = 0;
  const takeNext = async (): Promise<void> => {
    for (let planned = plan[next]; planned !== undefined; planned = plan[next]) {
      const index = next;
      next += 1;
      const one = planned;
      created[index] = await time.during(one.at, () => live(deps, time, merchantId, one));
      onDone();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  return created;
}

/** One after the other: the webhooks of each are sent before the next begins. */
export async function createWithWebhooks(
  deps: Deps,
  time: DemoTime,
  merchantId: number,
  plan: readonly PlannedPayment[],
  onDone: () => void,
): Promise<DemoPayment[]> {
  const endpoints = await listWebhookEndpoints(deps.pool, merchantId);
  const created: DemoPayment[] = [];
  for (const one of plan) {
    const payment = await time.during(one.at, async () => {
      const lived = await live(deps, time, merchantId, one);
      time.advance(WEBHOOK_AFTER_MS);
      for (const { id: endpointId } of endpoints) {
        await deliverWebhooks(deps, { merchantId, endpointId }, "prompt");
        await deliverWebhooks(deps, { merchantId, endpointId }, "patient");
      }
      return lived;
    });
    created.push(payment);
    onDone();
  }
  return created;
}

/** Of the payments that would be paid, the part that a gateway declines: gateways differ, as real ones do. */
const DECLINED: ReadonlyMap<string, number> = new Map([
  ["simulator", 0.07],
  ["simulator-south", 0.03],
]);

/** The same for a reference in every demo. */
function fateAt(gateway: string | null, { fate, reference }: PlannedPayment): DemoFate {
  if (fate !== "paid") return fate;
  const drawn = createHash("sha256").update(reference).digest().readUInt32BE() / 2 ** 32;
  return drawn < (DECLINED.get(gateway ?? "") ?? 0) ? "declined" : fate;
}

async function live(
  deps: Deps,
  time: DemoTime,
  merchantId: number,
  planned: PlannedPayment,
): Promise<DemoPayment> {
  const made = await createPayment(deps, merchantId, requestOf(planned), rememberNothing);
  if (!made.ok) throw new Error(`a demo payment was refused: ${made.error.kind}`);
  const { payment } = made.value;
  const lived = { ...planned, fate: fateAt(payment.gateway, planned) };
  return { ...lived, transactionId: await end(deps, time, payment, lived) };
}

/** What the customer does; returns the id of the last attempt. */
async function end(deps: Deps, time: DemoTime, payment: Payment, planned: PlannedPayment): Promise<string> {
  const { merchantId, checkoutToken: token } = payment;
  const choose = (outcome: "success" | "failure" | "drop" | "retry") =>
    submitCheckout(deps, { merchantId, token }, { outcome, method: planned.method });
  switch (planned.fate) {
    case "paid":
      time.advance(planned.takesMs);
      await choose("success");
      return payment.id;
    case "declined": {
      time.advance(planned.takesMs);
      await choose("failure");
      if (!planned.paysAtRetry) return payment.id;
      time.advance(RETRY_AFTER_MS);
      const retried = await choose("retry");
      time.advance(RETRY_AFTER_MS);
      await choose("success");
      return "payment" in retried ? retried.payment.id : payment.id;
    }
    case "left":
      time.advance(planned.takesMs);
      await choose("drop");
      return payment.id;
    case "expired":
      time.moveTo(payment.expiresAt);
      await endOverduePayment(deps, merchantId, payment.id);
      return payment.id;
    case "open":
    case "not_opened":
      return payment.id;
  }
}

function requestOf(planned: PlannedPayment): PaymentRequest {
  const { reference, amountPaise, currency, method, cardScheme, bank, channel, customer } = planned;
  return {
    reference,
    amountPaise,
    currency,
    paymentMethod: method,
    cardScheme,
    issuingBank: bank,
    udf1: channel,
    udf2: null,
    udf3: null,
    customer,
    surl: null,
    furl: null,
  };
}
