import { currentLocale, translator } from "@/components/i18n/server";
import { FilterChips } from "@/components/lists/filter-chips";
import { FilterForm } from "@/components/lists/filter-form";
import { Choice } from "@/components/ui/choice";
import { SelectField } from "@/components/ui/controls";
import { ToolBar } from "@/components/ui/tool-bar";
import type { ComponentProps, ReactNode } from "react";
import { NO_REASON, reasonOptions, type RefundReason } from "@/lib/reasons/reason";

type ReasonFilterProps = {
  label: string;
  tab: string;
  /** The reason as in the address; null for any. */
  reason: string | null;
  reasons: readonly RefundReason[];
  /** The form leads to `path`, and `clearHref` to the same tab without the filter. */
  path: string;
  clearHref: string;
  /** The parts of the list, at the start of the bar. */
  parts: ComponentProps<typeof Choice>["options"];
  /** What is at the end of the bar. */
  tools?: ReactNode;
};

/** The bar of a list that is filtered by refund reason alone, and the chosen reason below it. */
export async function ReasonFilter(props: ReasonFilterProps) {
  const { label, tab, reason, reasons, path, clearHref, parts, tools } = props;
  const t = await translator("refunds");
  const locale = await currentLocale();
  const options = [
    { value: "", label: t("filter.any") },
    ...reasonOptions(reasons, locale),
    { value: NO_REASON, label: t("filter.noReason") },
  ];
  const chosen = options.find(({ value }) => value === reason)?.label ?? reason;
  return (
    <ToolBar>
      <Choice isLabelHidden label={label} options={parts} />
      <FilterForm
        label={label}
        action={path}
        clearHref={clearHref}
        filter={{ tab, reason }}
        count={reason === null ? 0 : 1}
        folded={parts[0]?.isHere === true ? 0 : 1}
        columns={4}
        foot={<input type="hidden" name="tab" value={tab} />}
      >
        <SelectField label={t("filter.reason")} name="reason" options={options} defaultValue={reason ?? ""} />
      </FilterForm>
      {chosen !== null && (
        <FilterChips chips={[{ words: t("filter.chip.reason", { value: chosen }), href: clearHref }]} />
      )}
      {tools}
    </ToolBar>
  );
}
