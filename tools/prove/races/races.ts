import { formatPaise, parseAmount } from "@/lib/money";
import type { PaydeckClient } from "@/lib/client";
import type { Proof, ProofContext } from "../proof";
import type { Random } from "../random";
import { responseOf, createPaidPayment, merchantOfAll } from "../stack/merchant";
import { startServices } from "../stack/service";
import { sideBySide } from "../stack/side-by-side";
import { checkStorm, type RefundResponse } from "./check-storm";

type RaceSize = { payments: number; refundsEach: number; services: number; workers: number };

/** Two at a time keep two cores busy; more would only queue. */
const STORMS_AT_ONCE = 2;
const MOST_PAISE = 500_000;

/** Failures 2, 12 and 23: many concurrent refunds of one payment, of various amounts, over several processes. */
export const races: Proof<RaceSize> = {
  name: "races",
  title: "Races",
  clause:
    "However many refunds of a payment meet, never a paisa over it is given back, and all of it can be.",
  short: { payments: 6, refundsEach: 40, services: 2, workers: 1 },
  long: { payments: 200, refundsEach: 100, services: 4, workers: 2 },
  async run(ctx) {
    const service = await startServices(ctx, { SIMULATOR_REFUND_MS: "50" }, ctx.size);
    const merchant = merchantOfAll(service, 60_000);
    const counts = { payments: 0, refunds: 0, accepted: 0, refused: 0 };
    const anomalies: string[] = [];
    const payments = Array.from({ length: ctx.size.payments }, (_, index) => index);
    await sideBySide(payments, { atOnce: STORMS_AT_ONCE, hasTime: ctx.hasTime }, async (index) => {
      const storm = await raise(ctx, merchant, index);
      anomalies.push(...checkStorm(storm));
      counts.payments += 1;
      counts.refunds += storm.responses.length;
      counts.accepted += storm.responses.filter(({ kind }) => kind === "accepted").length;
      counts.refused += storm.responses.filter(({ kind }) => kind === "refused").length;
    });
    return { figures: counts, anomalies };
  },
};

async function raise(ctx: ProofContext<RaceSize>, merchant: PaydeckClient, index: number) {
  const random = ctx.random.fork(`payment ${index}`);
  const paidPaise = withoutFate(BigInt(random.whole(10_000, MOST_PAISE)));
  const { transactionId } = await createPaidPayment(merchant, {
    reference: `RACE-${ctx.seed}-${index}`,
    amount: formatPaise(paidPaise),
  });
  const amounts = Array.from({ length: ctx.size.refundsEach }, () => partOf(random, paidPaise));
  const responses = await Promise.all(
    amounts.map((amountPaise) => refund(merchant, transactionId, amountPaise)),
  );

  const left = await balanceOf(merchant, transactionId);
  // In two parts, if the whole balance is an amount that the simulator treats specially.
  const lastPaise = withoutFate(left);
  const rest = left > 0n ? await refund(merchant, transactionId, lastPaise) : null;
  if (left > lastPaise) await refund(merchant, transactionId, left - lastPaise);
  const leftAtLast = await balanceOf(merchant, transactionId);
  return { transactionId, paidPaise, responses, leftPaise: left, rest, leftAtLastPaise: leftAtLast };
}

/** From a paisa to the whole amount, small ones more often: a race shows in amounts that only just fit. */
function partOf(random: Random, paidPaise: bigint): bigint {
  const parts = BigInt(random.pick([1, 2, 3, 7, 20, 50]));
  const most = paidPaise / parts;
  return withoutFate(1n + (BigInt(random.whole(0, 1_000_000)) * (most - 1n)) / 1_000_000n);
}

/**
 * The simulator fails amounts with paise 91 to 94 (decision 0210): a refund that fails returns its amount to the
 * balance, so that the sum of accepted refunds could exceed the payment. Nothing may fail here, so that the accepted
 * refunds are exactly what is reserved.
 */
function withoutFate(amountPaise: bigint): bigint {
  const paise = amountPaise % 100n;
  return paise >= 91n && paise <= 94n ? amountPaise - 4n : amountPaise;
}

async function refund(
  merchant: PaydeckClient,
  transactionId: string,
  amountPaise: bigint,
): Promise<RefundResponse> {
  const response = await merchant.initiateRefund({
    transaction_id: transactionId,
    refund_amount: formatPaise(amountPaise),
  });
  if (response.kind === "answered")
    return { kind: "accepted", amountPaise, refundId: response.value.refund_id };
  if (response.kind === "refused" && "message" in response.refusal) {
    return { kind: "refused", amountPaise, message: response.refusal.message };
  }
  return { kind: "other", amountPaise, response: JSON.stringify(response) };
}

async function balanceOf(merchant: PaydeckClient, transactionId: string): Promise<bigint> {
  const balance = await responseOf(merchant.ops("refunds.balance", { transaction_id: transactionId }));
  const left = parseAmount(balance.remaining_amount);
  if (!left.ok) throw new Error(`not an amount: ${balance.remaining_amount}`);
  return left.value;
}
