import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { randomUUID } from "node:crypto";
import { formatPaise, parseAmount } from "@/lib/money";
import type { PaydeckClient } from "@/lib/client";
import type { ProofContext } from "../proof";
import { responseOf, createPaidPayment, merchantOf } from "../stack/merchant";
import { signInStaff, type Staff } from "../stack/staff";
import type { Sample, SentRefund } from "./check-rolling";
import type { Twins } from "./twins";

const CALL_LIMIT_MS = 20_000;
const PAUSE_MS = 40;
/** More often would be a flood of sign-ins, which the dashboard refuses (decision 0226). */
const SIGN_IN_PAUSE_MS = 600;
const SETTLED_LIMIT_MS = 60_000;
const FIRST_PAISE = 100n;
/** The simulator fails amounts with paise 91 to 94 (decision 0210). */
const AMOUNTS_A_RUPEE = 90n;

type Loop = () => Promise<string | null>;

/** Merchants and staff who work until `end`, which waits until every refund has its final status. */
export async function startLoad(ctx: ProofContext, twins: Twins) {
  const merchant = merchantOf(twins.service, CALL_LIMIT_MS);
  const finance = await signInStaff(twins.dashboardUrl, "finance@example.com", twins.password);
  const byMerchant = await createPaidPayment(merchant, {
    reference: `ROLL-A-${ctx.seed}`,
    amount: "100000.00",
  });
  const byForm = await createPaidPayment(merchant, { reference: `ROLL-B-${ctx.seed}`, amount: "100000.00" });
  const samples: Sample[] = [];
  const refunds: SentRefund[] = [];
  let isOver = false;

  /** `send` returns what was wrong, or null. */
  const repeat = async (request: string, send: Loop, pauseMs = PAUSE_MS): Promise<void> => {
    while (!isOver) {
      const startedAt = performance.now();
      const fault = await send().catch(thrown);
      samples.push({ request, ms: performance.now() - startedAt, fault });
      await sleep(pauseMs);
    }
  };
  const loops = [
    repeat("payment", newPayment(merchant, ctx.seed)),
    repeat("status", () => faultOf(merchant.transactionStatus(byMerchant.reference))),
    repeat("refund", merchantRefund(merchant, byMerchant.transactionId, refunds)),
    repeat("form", refundForm(finance, byForm, refunds)),
    repeat("page", () => page(twins.dashboardUrl, finance)),
    repeat("signIn", () => signIn(twins), SIGN_IN_PAUSE_MS),
  ];
  return {
    async end() {
      isOver = true;
      await Promise.all(loops);
      const statuses = await Promise.all(refunds.map((refund) => finalStatus(merchant, refund)));
      const refunded = await Promise.all(
        [byMerchant, byForm].map((payment) => refundedPaise(merchant, payment)),
      );
      return {
        samples,
        refunds: refunds.map((refund, at) => ({ ...refund, status: statuses[at] ?? "not read" })),
        refundedPaise: refunded.reduce((sum, each) => sum + each, 0n),
      };
    },
  };
}

/** `fetch` names the reason only as the cause of its error. */
function thrown(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `, ${String(error.cause)}` : "";
  return `threw ${String(error)}${cause}`;
}

async function faultOf(call: Promise<{ kind: string }>): Promise<string | null> {
  const response = await call;
  return response.kind === "answered" ? null : JSON.stringify(response);
}

function newPayment(merchant: PaydeckClient, seed: number): Loop {
  let count = 0;
  return () => {
    count += 1;
    return faultOf(
      merchant.initiatePayment({
        merchant_transaction_id: `ROLL-${seed}-${count}`,
        transaction_amount: "10.00",
        customer_details: { customer_email: "customer@example.com" },
      }),
    );
  };
}

/** Every refund of a payment has another amount: equal ones count as likely duplicates. */
function amounts(): () => bigint {
  let count = 0n;
  return () => {
    count += 1n;
    return FIRST_PAISE * (1n + count / AMOUNTS_A_RUPEE) + (count % AMOUNTS_A_RUPEE);
  };
}

function merchantRefund(merchant: PaydeckClient, transactionId: string, refunds: SentRefund[]): Loop {
  const next = amounts();
  return async () => {
    const amountPaise = next();
    const response = await merchant.initiateRefund({
      transaction_id: transactionId,
      refund_amount: formatPaise(amountPaise),
    });
    if (response.kind !== "answered") return JSON.stringify(response);
    refunds.push({ refundId: response.value.refund_id, amountPaise });
    return null;
  };
}

const outcomeSchema = z.looseObject({ kind: z.string(), refundId: z.string().optional() });

/** The refund form's server action, by a person with one session. */
function refundForm(
  finance: Staff,
  payment: { reference: string; transactionId: string },
  refunds: SentRefund[],
): Loop {
  const next = amounts();
  return async () => {
    const amountPaise = next();
    const response = await finance.call("requestRefundAction", {
      intentId: randomUUID(),
      ...payment,
      amount: formatPaise(amountPaise),
      reason: "Rolling restart",
    });
    const outcome = outcomeSchema.safeParse(response);
    if (outcome.data?.kind !== "accepted" || outcome.data.refundId === undefined)
      return JSON.stringify(response);
    refunds.push({ refundId: outcome.data.refundId, amountPaise });
    return null;
  };
}

async function page(dashboardUrl: string, staff: Staff): Promise<string | null> {
  const response = await fetch(`${dashboardUrl}/payments`, {
    headers: { cookie: staff.cookie },
    redirect: "manual",
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  });
  const body = await response.text();
  const isWhole = response.status === 200 && body.includes("</html>");
  return isWhole ? null : `${response.status} ${response.headers.get("location") ?? ""}`;
}

async function signIn({ dashboardUrl, password }: Twins): Promise<string | null> {
  await signInStaff(dashboardUrl, "support@example.com", password);
  return null;
}

async function refundedPaise(
  merchant: PaydeckClient,
  { transactionId }: { transactionId: string },
): Promise<bigint> {
  const balance = await responseOf(merchant.ops("refunds.balance", { transaction_id: transactionId }));
  const amount = parseAmount(balance.refunded_amount);
  if (!amount.ok) throw new Error(`not an amount: ${balance.refunded_amount}`);
  return amount.value;
}

async function finalStatus(merchant: PaydeckClient, { refundId }: SentRefund): Promise<string> {
  const startedAt = performance.now();
  let status = "not read";
  while (performance.now() - startedAt < SETTLED_LIMIT_MS) {
    const response = await merchant.refundStatus(refundId);
    if (response.kind === "answered") status = response.value.refund_status;
    if (status === "SUCCESS" || status === "FAILURE") return status;
    await sleep(PAUSE_MS * 5);
  }
  return status;
}
