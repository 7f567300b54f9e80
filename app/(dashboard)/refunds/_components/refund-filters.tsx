import { ListFilter } from "lucide-react";
import Link from "next/link";
import { translator } from "@/components/i18n/server";
import { Button, buttonClass } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { Tool } from "@/components/ui/tool-bar";
import { paths } from "@/lib/paths";
import {
  REFUND_LIST_STATUSES,
  type RefundFilterFault,
  type RefundFilterField,
  type RefundListTab,
} from "@/lib/views";
import { REFUND_FILTER_FIELDS } from "./refund-filter-fields";
import { ZoneField } from "./zone-field";

type RefundFiltersProps = {
  tab: RefundListTab;
  /** As they stand in the address, right or wrong. */
  given: Readonly<Record<string, string>>;
  faults: Partial<Record<RefundFilterField, RefundFilterFault>>;
  requesters: { id: string; name: string }[];
};

/** A form that only reads: its fields become the address, with or without scripts. */
export async function RefundFilters({ tab, given, faults, requesters }: RefundFiltersProps) {
  const [t, common] = await Promise.all([translator("refunds"), translator("common")]);
  const set = REFUND_FILTER_FIELDS.filter((field) => (given[field] ?? "") !== "").length;
  const errorOf = (field: RefundFilterField): string | undefined => {
    const fault = faults[field];
    return fault === undefined ? undefined : t(`filter.faults.${fault}`);
  };
  const field = (name: RefundFilterField) => ({
    name,
    defaultValue: given[name] ?? "",
    error: errorOf(name),
  });

  return (
    <Tool icon={ListFilter} label={common("filter.open")} count={set} isOpen={Object.keys(faults).length > 0}>
      <form key={JSON.stringify(given)} action={paths.refunds()} aria-label={t("filter.label")}>
        {tab !== "all" && <input type="hidden" name="view" value={tab} />}
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
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
              ...REFUND_LIST_STATUSES.map((value) => ({ value, label: t(`filter.statuses.${value}`) })),
            ]}
            {...field("status")}
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
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" size="sm">
            {common("apply")}
          </Button>
          {set > 0 && (
            <Link
              href={tab === "all" ? paths.refunds() : paths.refundList({ view: tab })}
              className={buttonClass("ghost", "sm")}
            >
              {common("clear")}
            </Link>
          )}
          <span className="ml-auto">
            <ZoneField zone={given.zone ?? null} />
          </span>
        </div>
      </form>
    </Tool>
  );
}
