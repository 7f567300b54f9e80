import { SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import { translator } from "@/components/i18n/server";
import { Button, buttonClass } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { paths } from "@/lib/paths";
import {
  REFUND_LIST_STATUSES,
  type RefundFilterFault,
  type RefundFilterField,
  type RefundListTab,
} from "@/lib/views";
import { ZoneField } from "./zone-field";

type RefundFiltersProps = {
  tab: RefundListTab;
  /** As they stand in the address, right or wrong. */
  given: Readonly<Record<string, string>>;
  faults: Partial<Record<RefundFilterField, RefundFilterFault>>;
  requesters: { id: string; name: string }[];
};

const FIELDS = ["status", "from", "until", "min", "max", "by", "q"] as const;

/** A form that only reads: its fields become the address, with or without scripts. */
export async function RefundFilters({ tab, given, faults, requesters }: RefundFiltersProps) {
  const t = await translator("refunds");
  const isFiltered = FIELDS.some((field) => (given[field] ?? "") !== "");
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
    <details open={isFiltered} className="mb-3 rounded-lg border border-line bg-surface print:hidden">
      <summary className="flex h-9 cursor-pointer items-center gap-2 rounded-lg px-3 text-sm font-medium">
        <SlidersHorizontal aria-hidden className="size-4 text-ink-muted" />
        {t("filter.more")}
      </summary>
      <form
        key={JSON.stringify(given)}
        action={paths.refunds()}
        aria-label={t("filter.label")}
        className="border-t border-line px-3 py-3"
      >
        {tab !== "all" && <input type="hidden" name="view" value={tab} />}
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
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
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" size="sm">
            {t("filter.apply")}
          </Button>
          {isFiltered && (
            <Link
              href={tab === "all" ? paths.refunds() : paths.refundList({ view: tab })}
              className={buttonClass("ghost", "sm")}
            >
              {t("filter.clear")}
            </Link>
          )}
          <span className="ml-auto">
            <ZoneField zone={given.zone ?? null} />
          </span>
        </div>
      </form>
    </details>
  );
}
