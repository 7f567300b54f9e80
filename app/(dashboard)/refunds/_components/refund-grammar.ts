import { currentLocale, translator } from "@/components/i18n/server";
import { type TypedGrammar, valuesByName } from "@/lib/lists/typed-filter";
import { NO_REASON, reasonName, type RefundReason } from "@/lib/reasons/reason";
import { REFUND_LIST_STATUSES, REFUND_RANGES } from "@/lib/refunds/refund-list-views";
import { statusName } from "./status-name";

type RefundGrammarOf = {
  requesters: readonly { id: string; name: string }[];
  reasons: readonly RefundReason[];
};

/** How the filter of refunds is typed: statuses, periods, people and reasons as the screen calls them. */
export async function refundGrammar({ requesters, reasons }: RefundGrammarOf): Promise<TypedGrammar> {
  const [t, common, locale] = [
    await translator("refunds"),
    await translator("common"),
    await currentLocale(),
  ];
  return {
    fields: {
      status: "status",
      period: "range",
      from: "from",
      until: "until",
      min: "min",
      max: "max",
      by: "by",
      reason: "reason",
      reference: "q",
      id: "q",
    },
    words: {
      status: valuesByName(REFUND_LIST_STATUSES, (status) => statusName(common, status)),
      range: valuesByName(REFUND_RANGES, (range) => t(`filter.range.${range}`)),
      by: Object.fromEntries(requesters.map(({ id, name }) => [name.toLowerCase(), id])),
      reason: {
        ...Object.fromEntries(
          reasons.map((reason) => [reasonName(reason, locale).toLowerCase(), reason.code]),
        ),
        [t("filter.noReason").toLowerCase()]: NO_REASON,
      },
    },
    text: "q",
    several: ["status"],
  };
}
