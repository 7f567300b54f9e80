import { currentLocale, translator } from "@/components/i18n/server";
import { type FilterChip, FilterChips } from "@/components/lists/filter-chips";
import { paths } from "@/lib/paths";
import { NO_REASON, reasonName, type RefundReason } from "@/lib/reasons/reason";
import { REFUND_LIST_STATUSES, REFUND_RANGES, REFUND_FILTER_FIELDS } from "@/lib/refunds/refund-list-views";
import type { GivenFilter } from "./refund-filter-fields";
import { statusName } from "./status-name";

type RefundFilterChipsProps = {
  given: GivenFilter;
  requesters: { id: string; name: string }[];
  reasons: readonly RefundReason[];
};

/** The filter in use, as text. */
export async function RefundFilterChips({ given, requesters, reasons }: RefundFilterChipsProps) {
  const t = await translator("refunds");
  const common = await translator("common");
  const locale = await currentLocale();
  const reasonWords = (code: string): string => {
    if (code === NO_REASON) return t("filter.noReason");
    const reason = reasons.find((one) => one.code === code);
    return reason === undefined ? code : reasonName(reason, locale);
  };
  const wordsOf = (field: string, value: string): string => {
    if (field === "by") return requesters.find(({ id }) => id === value)?.name ?? value;
    const range = field === "range" ? REFUND_RANGES.find((known) => known === value) : undefined;
    if (range !== undefined) return t(`filter.range.${range}`);
    if (field === "reason") return reasonWords(value);
    const status = field === "status" ? REFUND_LIST_STATUSES.find((known) => known === value) : undefined;
    return status === undefined ? value : statusName(common, status);
  };
  const chips = REFUND_FILTER_FIELDS.flatMap((field): FilterChip[] => {
    const { [field]: value = [], ...others } = given;
    const values = [value].flat();
    return values.map((one) => {
      const rest = values.filter((other) => other !== one);
      return {
        words: t(`filter.chip.${field}`, { value: wordsOf(field, one) }),
        ...(field === "status" && { code: one }),
        href: paths.refundList({ ...others, ...(rest.length > 0 && { [field]: rest }) }),
      };
    });
  });
  return <FilterChips chips={chips} />;
}
