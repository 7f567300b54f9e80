import { translator } from "@/components/i18n/server";
import { CARD_SCHEMES, PAYMENT_METHODS } from "@/lib/contract/statuses";
import { type TypedGrammar, valuesByName } from "@/lib/lists/typed-filter";
import { DECLINE_FILTERS } from "@/lib/payments/decline-reason";
import { kindName } from "@/lib/payments/kind-name";
import { PAYMENT_STATES } from "@/lib/payments/payment-state";
import { PAYMENT_RANGES } from "@/server/dashboard/payments/domain/payment-filter";
import { declineFilterName } from "./decline-filter-name";

/**
 * How the filter of payments is typed: statuses, methods and periods as the service or the screen calls them. `isByKind`: whether
 * the service can filter by card scheme, bank and currency.
 */
export async function paymentGrammar({ isByKind }: { isByKind: boolean }): Promise<TypedGrammar> {
  const [t, common] = await Promise.all([translator("payments"), translator("common")]);
  return {
    fields: {
      status: "status",
      period: "range",
      from: "from",
      before: "until",
      min: "min",
      max: "max",
      method: "method",
      ...(isByKind && { scheme: "scheme", bank: "bank", currency: "currency" }),
      gateway: "gateway",
      reason: "decline",
      reference: "prefix",
      udf1: "udf1",
      udf2: "udf2",
      udf3: "udf3",
    },
    words: {
      status: {
        ...valuesByName(PAYMENT_STATES, (state) => common(`paymentState.${state}`)),
        ...valuesByName(["INITIATED", "SUCCESS"] as const, (status) => common(`paymentStates.${status}`)),
      },
      method: valuesByName(PAYMENT_METHODS, (method) => common(`methodName.${method}`)),
      scheme: valuesByName(CARD_SCHEMES, (scheme) => kindName("scheme", scheme)),
      decline: valuesByName(DECLINE_FILTERS, (decline) => declineFilterName(t, common, decline)),
      range: valuesByName(PAYMENT_RANGES, (range) => t(`filter.chip.range.${range}`)),
    },
    text: "prefix",
    several: ["status"],
  };
}
