import type { PAYMENT_OPERATIONS } from "@/lib/contract/ops/payments";
import type { DeclineReason } from "@/lib/contract/decline-reasons";
import type { OpsInput } from "@/lib/contract/ops";
import { endpointsOf } from "@/lib/keys/allowed-calls";
import { formatPaise, parseAmount } from "@/lib/money";
import { avoidabilityOf, reasonsOf } from "../../domain/payments/decline-reason";
import { routingGain } from "../../usecases/success-rate/routing-gain";
import { countDeclines } from "../../usecases/payments/count-declines";
import { countPayments, MAX_COUNTS } from "../../usecases/payments/count-payments";
import { countRates, kindsOf } from "../../usecases/payments/count-rates";
import { searchPayments } from "../../usecases/payments/search-payments";
import { searchReversals, type ReversalPage } from "../../usecases/refunds/search-reversals";
import { viewPayment } from "../../usecases/payments/view-payment";
import { type OpsHandlers, refuseOps, refuseOpsFields } from "./handler";
import { refuseCursor } from "./page";
import { presentPaymentDetail, presentPaymentItem, presentReversal } from "./present-payment";
import { z } from "zod";
import { isStorableText } from "@/lib/text";

const UNKNOWN_ZONE = { field: "time_zone", text: "Is not known to the database." };

export const paymentHandlers: OpsHandlers<keyof typeof PAYMENT_OPERATIONS> = {
  "payments.search": async (deps, { merchantId }, input) => {
    const { cursor, limit } = input;
    const page = await searchPayments(deps, merchantId, readFilter(input), { cursor: cursor ?? null, limit });
    if (!page.ok) return refuseCursor();
    const { payments, nextCursor } = page.value;
    return { status: 200, body: { payments: payments.map(presentPaymentItem), next_cursor: nextCursor } };
  },

  "payments.get": async (deps, { merchantId, access }, input) => {
    const detail = await viewPayment(deps, merchantId, input.transaction_id);
    if (detail === null) return refuseOps(404, "Transaction not found.");
    const body = presentPaymentDetail(detail);
    // Whoever has the link can pay, end or retry the payment.
    const mayHaveLink = endpointsOf(access).includes("initiate_payment");
    return { status: 200, body: mayHaveLink ? body : { ...body, payment_link: null } };
  },

  "payments.counts": async (deps, { merchantId }, input) => {
    const splitBy = input.split_by ?? null;
    const counted = await countPayments(deps, merchantId, {
      from: new Date(input.from),
      until: new Date(input.until),
      bucket: input.bucket,
      timeZone: input.time_zone,
      splitBy,
    });
    if (counted.ok) {
      const counts = counted.value.map(({ bucket, status, currency, part, count, sumPaise }) => ({
        bucket: bucket.toISOString(),
        status,
        currency,
        ...(splitBy === null ? {} : { [splitBy]: part }),
        count,
        amount: formatPaise(sumPaise),
      }));
      return { status: 200, body: { counts } };
    }
    switch (counted.error.kind) {
      case "too_many":
        return refuseOpsFields([
          {
            field: "until",
            text: `Gives more than ${MAX_COUNTS} counts. Choose a shorter time or a larger bucket.`,
          },
        ]);
      case "unknown_time_zone":
        return refuseOpsFields([UNKNOWN_ZONE]);
    }
  },

  "payments.declines": async (deps, { merchantId }, input) => {
    const period = { from: new Date(input.from), until: new Date(input.until) };
    const counted = await countDeclines(deps, merchantId, period);
    const { declines, since, isComplete } = counted;
    return {
      status: 200,
      body: {
        declines: declines.map(({ gateway, reason, count }) => ({
          gateway,
          decline_reason: reason,
          avoidability: avoidabilityOf(reason),
          count,
        })),
        unmapped: counted.unmapped,
        unmapped_payments: counted.unmappedPayments,
        since: since.toISOString(),
        complete: isComplete,
      },
    };
  },

  "payments.kinds": async (deps, { merchantId }, input) => {
    const period = { from: new Date(input.from), until: new Date(input.until) };
    const { currencies, cardSchemes, issuingBanks } = await kindsOf(deps, merchantId, period);
    return {
      status: 200,
      body: { currencies, card_schemes: cardSchemes, issuing_banks: issuingBanks },
    };
  },

  "payments.routing_gain": async (deps, { merchantId }) => {
    const { payments, compared, gain, basis, from, before } = await routingGain(deps, merchantId);
    return {
      status: 200,
      body: { payments, compared, gain: gain === null ? null : { ...gain }, basis, from, before },
    };
  },

  "payments.success_rates": async (deps, { merchantId }, input) => {
    const span = {
      from: new Date(input.from),
      until: new Date(input.until),
      bucket: input.bucket,
      timeZone: input.time_zone,
    };
    const counted = await countRates(deps, merchantId, span, {
      method: input.payment_method ?? null,
      minPaise: amount(input.amount_min),
      maxPaise: amount(input.amount_max),
      ...kind(input),
    });
    if (!counted.ok) return refuseOpsFields([UNKNOWN_ZONE]);
    const { rates, since, isComplete } = counted.value;
    return {
      status: 200,
      body: {
        rates: rates.map(({ bucket, ...counts }) => ({ bucket: bucket.toISOString(), ...counts })),
        since: since.toISOString(),
        complete: isComplete,
      },
    };
  },

  "reversals.search": async (deps, { merchantId }, input) => {
    const after =
      input.cursor === undefined || input.cursor === null ? null : readReversalCursor(input.cursor);
    if (after === null && typeof input.cursor === "string") return refuseCursor();
    const filter = { statuses: input.status ?? null, paymentId: input.transaction_id ?? null };
    const { reversals, next } = await searchReversals(deps, merchantId, filter, {
      after,
      limit: input.limit,
    });
    const nextCursor = next === null ? null : writeReversalCursor(next);
    return { status: 200, body: { reversals: reversals.map(presentReversal), next_cursor: nextCursor } };
  },
};

/** The filters of a search; null equals absent (decision 0026). */
function readFilter(input: OpsInput<"payments.search">): Parameters<typeof searchPayments>[2] {
  return {
    statuses: input.status ?? null,
    createdFrom: instant(input.created_from),
    createdUntil: instant(input.created_until),
    minPaise: amount(input.amount_min),
    maxPaise: amount(input.amount_max),
    paymentMethod: input.payment_method ?? null,
    ...kind(input),
    gateway: input.gateway ?? null,
    declineReasons: declineReasons(input),
    money: input.money_state ? { states: input.money_state, ids: input.or_transaction_ids ?? [] } : null,
    reference: input.merchant_transaction_id ?? null,
    referencePrefix: input.reference_prefix ?? null,
    // The column's collation is "C", whose lower case is that of A to Z alone.
    lowerReferencePrefix:
      input.reference_prefix_any_case?.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) ?? null,
    paymentId: input.transaction_id ?? null,
    ids: input.transaction_ids ?? null,
    gatewayTransactionId: input.gateway_transaction_id ?? null,
    udf1: input.udf1 ?? null,
    udf2: input.udf2 ?? null,
    udf3: input.udf3 ?? null,
    customerEmail: input.customer_email ?? null,
    customerPhone: input.customer_phone ?? null,
  };
}

function kind({
  currency,
  card_scheme: cardScheme,
  issuing_bank: bank,
}: Pick<OpsInput<"payments.search">, "currency" | "card_scheme" | "issuing_bank">) {
  return {
    currency: currency ?? null,
    cardScheme: cardScheme ?? null,
    // Stored in capitals.
    issuingBank: bank?.toUpperCase() ?? null,
  };
}

/** The reasons that both filters allow; null without a filter. */
function declineReasons({
  decline_reason: reasons,
  avoidability,
}: OpsInput<"payments.search">): readonly DeclineReason[] | null {
  const ofAvoidability = avoidability?.flatMap(reasonsOf) ?? null;
  if (!reasons || ofAvoidability === null) return reasons ?? ofAvoidability;
  return reasons.filter((reason) => ofAvoidability.includes(reason));
}

function instant(text: string | null | undefined): Date | null {
  return typeof text === "string" ? new Date(text) : null;
}

/** The schema has already validated the text with the same grammar. */
function amount(text: string | null | undefined): bigint | null {
  if (typeof text !== "string") return null;
  const parsed = parseAmount(text);
  if (!parsed.ok) throw new Error(`an amount passed its schema and is ${parsed.error}`);
  return parsed.value;
}

type Position = NonNullable<ReversalPage["next"]>;

const storableText = z.string().refine(isStorableText);
const positionSchema = z.tuple([z.int().min(0).max(2), z.iso.datetime(), storableText]);

/** A position in the list of reversals as an opaque text. */
function writeReversalCursor({ urgency, requestedAt, id }: Position): string {
  const parts = [urgency, requestedAt.toISOString(), id];
  return Buffer.from(JSON.stringify(parts), "utf8").toString("base64url");
}

/** Null for a text that is not a cursor. */
function readReversalCursor(cursor: string): Position | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
  const parsed = positionSchema.safeParse(parts);
  if (!parsed.success) return null;
  const [urgency, requestedAt, id] = parsed.data;
  return { urgency, requestedAt: new Date(requestedAt), id };
}
