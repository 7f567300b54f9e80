import { currentLocale, translator } from "@/components/i18n/server";
import { FilterForm } from "@/components/lists/filter-form";
import { SelectField, TextField } from "@/components/ui/controls";
import { paths } from "@/lib/paths";
import {
  REFUND_LIST_STATUSES,
  REFUND_RANGES,
  type RefundFilterFault,
  type RefundFilterField,
  type RefundListTab,
  REFUND_FILTER_FIELDS,
} from "@/lib/refunds/refund-list-views";
import { NO_REASON, reasonOptions, type RefundReason } from "@/lib/reasons/reason";
import { isTimeZone } from "@/lib/time-zone";
import { statusName } from "./status-name";
import type { GivenFilter } from "./refund-filter-fields";
import { ZoneField } from "./zone-field";

/** The order of the fields on the screen. */
const REFUND_FILTER_ORDER = [
  "q",
  ...REFUND_FILTER_FIELDS.filter((name) => name !== "q"),
] as const satisfies readonly RefundFilterField[];

type RefundFiltersProps = {
  tab: RefundListTab;
  /** The filter as in the address, valid or not. */
  given: GivenFilter;
  faults: Partial<Record<RefundFilterField, RefundFilterFault>>;
  requesters: { id: string; name: string }[];
  reasons: readonly RefundReason[];
};

/** The filters of the refunds made in the dashboard; the tab is kept. */
export async function RefundFilters({ tab, given, faults, requesters, reasons }: RefundFiltersProps) {
  const t = await translator("refunds");
  const common = await translator("common");
  const locale = await currentLocale();
  const set = REFUND_FILTER_FIELDS.filter((field) => (given[field] ?? "") !== "").length;
  const errorOf = (field: RefundFilterField): string | undefined => {
    const fault = faults[field];
    return fault === undefined ? undefined : t(`filter.faults.${fault}`);
  };
  const firstFault = REFUND_FILTER_ORDER.find((name) => faults[name] !== undefined);
  const field = (name: RefundFilterField) => ({
    name,
    // The first that is wrong.
    autoFocus: name === firstFault,
    defaultValue: [given[name] ?? ""].flat()[0] ?? "",
    error: errorOf(name),
  });

  return (
    <FilterForm
      label={t("filter.label")}
      action={paths.refunds()}
      clearHref={tab === "all" ? paths.refunds() : paths.refundList({ view: tab })}
      filter={given}
      count={set}
      isOpen={Object.keys(faults).length > 0}
      columns={4}
      foot={
        <>
          {tab !== "all" && <input type="hidden" name="view" value={tab} />}
          {given.columns !== undefined && <input type="hidden" name="columns" value={given.columns} />}
          <ZoneField zone={given.zone !== undefined && isTimeZone(given.zone) ? given.zone : null} />
        </>
      }
    >
      <TextField
        label={t("filter.q")}
        hint={t("filter.qHint")}
        dir="auto"
        autoComplete="off"
        {...field("q")}
      />
      <SelectField
        label={t("filter.status")}
        options={[
          { value: "", label: t("filter.any") },
          ...REFUND_LIST_STATUSES.map((value) => ({ value, label: statusName(common, value) })),
        ]}
        {...field("status")}
      />
      <SelectField
        label={t("filter.period")}
        options={[
          { value: "", label: t("filter.any") },
          ...REFUND_RANGES.map((value) => ({ value, label: t(`filter.range.${value}`) })),
        ]}
        {...field("range")}
      />
      <TextField label={t("filter.from")} type="date" {...field("from")} />
      <TextField label={t("filter.until")} type="date" {...field("until")} />
      <TextField label={t("filter.min")} inputMode="decimal" autoComplete="off" {...field("min")} />
      <TextField label={t("filter.max")} inputMode="decimal" autoComplete="off" {...field("max")} />
      <SelectField
        label={t("filter.by")}
        options={[
          { value: "", label: t("filter.anybody") },
          ...requesters.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...field("by")}
      />
      <SelectField
        label={t("filter.reason")}
        options={[
          { value: "", label: t("filter.any") },
          ...reasonOptions(reasons, locale),
          { value: NO_REASON, label: t("filter.noReason") },
        ]}
        {...field("reason")}
      />
    </FilterForm>
  );
}
