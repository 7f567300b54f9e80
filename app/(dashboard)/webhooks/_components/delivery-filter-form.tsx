import { translator } from "@/components/i18n/server";
import { FilterForm } from "@/components/lists/filter-form";
import { SelectField, TextField } from "@/components/ui/controls";
import { type FilterChip, FilterChips } from "@/components/lists/filter-chips";
import { WEBHOOK_EVENTS } from "@/lib/contract/webhook-constants";
import { DELIVERY_STATES } from "@/lib/webhooks";
import { queryOf, type ShownFilter } from "./delivery-filter";

type DeliveryFilterProps = {
  filter: ShownFilter;
  /** The address of the list with another filter. */
  hrefOf: (query: Record<string, string | undefined>) => string;
};

const FIELDS = ["status", "event", "reference", "from", "until"] as const;
/** The queue of a paused endpoint is chosen by a link, not in the form. */
const CHIPS = [...FIELDS, "queued"] as const;

/** The filters of the deliveries. */
export async function DeliveryFilterForm({ filter, hrefOf }: DeliveryFilterProps) {
  const [t, common] = await Promise.all([translator("webhooks"), translator("common")]);
  const all = (label: string) => ({ value: "", label });
  const set = FIELDS.filter((field) => filter[field] !== "").length;
  return (
    <FilterForm label={t("deliveries.filter")} action={hrefOf({})} filter={filter} count={set} columns={5}>
      <SelectField
        label={t("deliveries.status")}
        name="status"
        defaultValue={filter.status}
        options={[
          all(t("deliveries.anyStatus")),
          ...DELIVERY_STATES.map((one) => ({
            value: one,
            label: t(`deliveries.state.${one}`),
          })),
        ]}
      />
      <SelectField
        label={t("deliveries.event")}
        name="event"
        defaultValue={filter.event}
        options={[
          all(t("deliveries.anyEvent")),
          ...WEBHOOK_EVENTS.map((one) => ({ value: one, label: one })),
        ]}
      />
      <TextField
        label={common("reference")}
        name="reference"
        dir="auto"
        autoComplete="off"
        defaultValue={filter.reference}
      />
      <TextField type="datetime-local" label={t("deliveries.from")} name="from" defaultValue={filter.from} />
      <TextField
        type="datetime-local"
        label={t("deliveries.until")}
        name="until"
        defaultValue={filter.until}
      />
    </FilterForm>
  );
}

/** The filter in use, as text. */
export async function DeliveryFilterChips({ filter, hrefOf }: DeliveryFilterProps) {
  const [t, common] = await Promise.all([translator("webhooks"), translator("common")]);
  const nameOf = (field: (typeof FIELDS)[number]): string =>
    field === "reference" ? common("reference") : t(`deliveries.${field}`);
  const valueOf = (field: (typeof FIELDS)[number]): string =>
    field === "status" && filter.status !== "" ? t(`deliveries.state.${filter.status}`) : filter[field];
  const chips = CHIPS.filter((field) => filter[field] !== "").map((field): FilterChip => ({
    words:
      field === "queued"
        ? t("deliveries.onlyQueued")
        : common("filter.chip", { name: nameOf(field), value: valueOf(field) }),
    href: hrefOf(queryOf({ ...filter, [field]: "", cursor: "" })),
  }));
  return <FilterChips chips={chips} />;
}
