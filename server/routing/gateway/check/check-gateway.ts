import { systemClock } from "@/server/platform/clock";
import { formatPaise } from "@/lib/money";
import {
  type CheckoutRequest,
  type Gateway,
  type GatewayPayment,
  type GatewayRefund,
  GatewayUnavailable,
  type NotificationReading,
} from "../port";

/** What a step found. `not_tried`: it needs something that is not there. */
export type StepResult = { step: string; result: "ok" | "failed" | "not_tried"; words: string };

export type CheckTools = {
  report(result: StepResult): void;
  /** Shows the vendor's page to the operator, who pays on it. */
  askToPay(page: string): void;
  /** Pauses between two polls; false when the time is over. */
  pause(): Promise<boolean>;
  /** Notifications that have arrived so far; null when nothing listens. */
  heard: (() => readonly NotificationReading[]) | null;
  newPayment(): CheckoutRequest;
};

/** The operator ends the check at the first step that the others need. */
class Stopped extends Error {}

/**
 * Tries a vendor's test mode: a payment, a refund in two parts, one of them sent twice, an unpaid checkout that is closed, and
 * notifications. Reports each step in words; true when none has failed.
 */
export async function checkGateway(gateway: Gateway, tools: CheckTools): Promise<boolean> {
  const results: StepResult[] = [];
  const report = (step: string, result: StepResult["result"], words: string): void => {
    results.push({ step, result, words });
    tools.report({ step, result, words });
  };
  try {
    const paid = await payStep(gateway, tools, report);
    await refundSteps(gateway, tools, paid, report);
    await closeStep(gateway, tools, report);
    notificationStep(gateway, tools, report);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return results.every(({ result }) => result !== "failed");
}

type Report = (step: string, result: StepResult["result"], words: string) => void;
type Paid = Extract<GatewayPayment, { status: "SUCCESS" }>;

async function payStep(gateway: Gateway, tools: CheckTools, report: Report): Promise<Paid> {
  const request = tools.newPayment();
  const amount = `${request.currency} ${formatPaise(request.amountPaise)}`;
  const opened = await gateway.openCheckout(request);
  if (opened.kind === "failed") {
    const cause = opened.cause === "refused" ? "The vendor refused it" : "The vendor gave no usable answer";
    report("open a checkout", "failed", `${cause}: ${opened.message}`);
    throw new Stopped();
  }
  report("open a checkout", "ok", `${amount}, ${opened.checkoutId}`);
  const again = await gateway.openCheckout(request);
  const isSame = again.kind === "opened" && again.checkoutId === opened.checkoutId;
  report(
    "open it a second time",
    isSame ? "ok" : "failed",
    isSame ? "the same checkout" : "another checkout, or none: the customer could pay twice",
  );
  tools.askToPay(opened.redirectUrl ?? "");
  const payment = await poll(
    tools,
    () => gateway.fetchPayment(opened.checkoutId, "take"),
    ({ status }) => status !== "OPEN",
  );
  if (payment?.status !== "SUCCESS") {
    const words = payment === null ? "nobody has paid in time" : `the vendor says ${payment.status}`;
    report("pay", "failed", words);
    throw new Stopped();
  }
  const isExact = payment.amountPaise === request.amountPaise && payment.currency === request.currency;
  const charged = `${payment.currency} ${formatPaise(payment.amountPaise)}`;
  report(
    "pay",
    isExact ? "ok" : "failed",
    isExact
      ? `${charged}, charge ${payment.gatewayTransactionId}`
      : `${charged} was charged instead of ${amount}`,
  );
  return payment;
}

async function refundSteps(gateway: Gateway, tools: CheckTools, paid: Paid, report: Report): Promise<void> {
  // Whole units of the currency: some have no fraction.
  const half = paid.amountPaise / 2n - ((paid.amountPaise / 2n) % 100n);
  const { idempotencyKey } = tools.newPayment();
  const parts = [
    ["refund a part", half],
    ["refund the rest", paid.amountPaise - half],
  ] as const;
  for (const [index, [step, amountPaise]] of parts.entries()) {
    if (amountPaise === 0n) continue;
    const request = {
      idempotencyKey: `${idempotencyKey}-refund-${index}`,
      requestedAt: systemClock.now(),
      gatewayTransactionId: paid.gatewayTransactionId,
      amountPaise,
      currency: paid.currency,
    };
    const sent = await sendRefund(gateway, tools, request);
    if (sent === null || sent.gatewayRefundId === null) {
      report(
        step,
        "failed",
        sent === null ? "the vendor gave no usable answer in time" : "the vendor refused it",
      );
      continue;
    }
    if (index === 0) {
      const again = await gateway.refund(request);
      const isSame = again.gatewayRefundId === sent.gatewayRefundId;
      report(
        "send that refund a second time",
        isSame ? "ok" : "failed",
        isSame ? `the same refund, ${sent.gatewayRefundId}` : "another refund: money could go back twice",
      );
    }
    const id = sent.gatewayRefundId;
    const ended = await poll(
      tools,
      () => gateway.fetchRefund(id),
      ({ status }) => status !== "PENDING",
    );
    const words = `${paid.currency} ${formatPaise(amountPaise)}, ${id}`;
    if (ended?.status === "SUCCESS") report(step, "ok", words);
    else if (ended === null)
      report(step, "not_tried", `${words}: accepted, and still pending. Vendors can take days`);
    else report(step, "failed", `${words}: the vendor says that it failed`);
  }
}

async function sendRefund(
  gateway: Gateway,
  tools: CheckTools,
  request: Parameters<Gateway["refund"]>[0],
): Promise<GatewayRefund | null> {
  return poll(
    tools,
    () => gateway.refund(request),
    () => true,
  );
}

async function closeStep(gateway: Gateway, tools: CheckTools, report: Report): Promise<void> {
  const opened = await gateway.openCheckout(tools.newPayment());
  if (opened.kind === "failed") return report("close an unpaid checkout", "failed", opened.message);
  const closed = await poll(
    tools,
    () => gateway.voidCheckout(opened.checkoutId),
    () => true,
  );
  const isClosed = closed?.status === "CLOSED";
  report(
    "close an unpaid checkout",
    isClosed ? "ok" : "failed",
    isClosed
      ? `${opened.checkoutId} can no longer be paid`
      : `the vendor says ${closed?.status ?? "nothing usable"}`,
  );
}

function notificationStep(gateway: Gateway, tools: CheckTools, report: Report): void {
  const step = "receive notifications";
  if (!gateway.capabilities.notifies) return report(step, "not_tried", "this gateway sends none");
  if (tools.heard === null) {
    return report(
      step,
      "not_tried",
      "nothing listens: start with --listen PORT and let the vendor reach that port",
    );
  }
  const heard = tools
    .heard()
    .flatMap((reading): readonly NotificationReading[] =>
      reading.kind === "several" ? reading.events : [reading],
    );
  const refused = heard.filter(({ kind }) => kind === "refused").length;
  const payments = heard.filter(({ kind }) => kind === "payment").length;
  const refunds = heard.filter(({ kind }) => kind === "refund").length;
  const words = `${payments} of the payment, ${refunds} of refunds, ${refused} refused`;
  const isWrong = refused > 0 || payments === 0;
  const advice =
    refused > 0 ? ": check the secret of the webhook" : payments === 0 ? ": none of the payment came" : "";
  report(step, isWrong ? "failed" : "ok", `${words}${advice}`);
}

/** The first response that is wanted; null when the time is over. An outage in between is no response. */
async function poll<T>(
  tools: CheckTools,
  call: () => Promise<T>,
  isWanted: (response: T) => boolean,
): Promise<T | null> {
  do {
    try {
      const response = await call();
      if (isWanted(response)) return response;
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
    }
  } while (await tools.pause());
  return null;
}
