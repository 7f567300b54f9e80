import Form from "next/form";
import { requestedAddress } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { Button, buttonClass } from "@/components/ui/button";
import { Checkbox, SelectField, TextField } from "@/components/ui/controls";
import { ErrorText } from "@/components/ui/field";
import { FilterTool } from "@/components/lists/filter-form";
import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import { writeAddressColumns } from "@/lib/lists/list-columns";
import { paths } from "@/lib/paths";
import { kindName } from "@/lib/payments/kind-name";
import type { PaymentKinds } from "@/lib/payments/payment-kinds";
import { DECLINE_FILTERS } from "@/lib/payments/decline-reason";
import { PAYMENT_STATES } from "@/lib/payments/payment-state";
import { wallTimeOf } from "@/lib/zoned-time";
import {
  type FilterField,
  PAYMENT_RANGES,
  writePaymentFilter,
} from "@/server/dashboard/payments/domain/payment-filter";
import { declineFilterName } from "./decline-filter-name";
import type { ListRequest } from "./read-payment-list";

const GATEWAY_LIST_ID = "gateways-in-the-list";
const BANK_LIST_ID = "banks-of-payments";
const STATUS_ERROR_ID = "error-of-the-status";

/** The order of the fields on the screen: the first that is wrong gets the focus. */
const FIELD_ORDER = [
  "status",
  "range",
  "from",
  "until",
  "min",
  "max",
  "method",
  "scheme",
  "bank",
  "currency",
  "gateway",
  "decline",
  "prefix",
  "udf1",
  "udf2",
  "udf3",
] as const satisfies readonly FilterField[];

/**
 * The filters as a plain GET form to the list's own address; it works without JavaScript. Times are in the viewer's
 * time zone, which is sent with the form; the server converts them to exact instants.
 */
export async function FilterPanel({
  request,
  gateways,
  kinds,
}: {
  request: ListRequest;
  gateways: readonly string[];
  /** What payments have; null where the service cannot filter by it. */
  kinds: PaymentKinds | null;
}) {
  const [t, common] = await Promise.all([translator("payments"), translator("common")]);
  const { filter, faults, zone, query } = request;
  const firstFault = FIELD_ORDER.find((name) => faults.some(({ field }) => field === name));
  const set = Object.keys(writePaymentFilter(filter)).filter((name) => name !== "customer").length;
  const typed = (name: FilterField): string => [query[name] ?? ""].flat()[0] ?? "";
  const errorOf = (name: FilterField): string | undefined => {
    const found = faults.find(({ field }) => field === name);
    return found === undefined ? undefined : t(`filter.fault.${found.fault}`);
  };
  const text = (name: "min" | "max" | "bank" | "gateway" | "prefix" | "udf1" | "udf2" | "udf3") => ({
    name,
    label: t(`filter.${name}`),
    defaultValue: filter[name] ?? typed(name),
    error: errorOf(name),
    autoFocus: name === firstFault,
    autoComplete: "off",
  });
  /** Nothing where no payment has a value; one that is chosen can always be removed, and one that is wrong corrected. */
  const kind = (name: "scheme" | "currency", values: readonly string[]) => {
    const chosen = filter[name];
    const error = errorOf(name);
    const all = chosen === null || values.includes(chosen) ? values : [...values, chosen];
    if (all.length === 0 && error === undefined) return null;
    return (
      <SelectField
        name={name}
        label={t(`filter.${name}`)}
        defaultValue={chosen ?? ""}
        error={error}
        autoFocus={name === firstFault}
        options={[
          { value: "", label: t(`filter.any.${name}`) },
          ...all.map((value) => ({ value, label: kindName(name, value) })),
        ]}
      />
    );
  };
  const banks = kinds?.banks ?? [];
  const hasBank = banks.length > 0 || typed("bank") !== "";
  const time = (name: "from" | "until") => ({
    type: "datetime-local",
    name,
    label: t(`filter.${name}`),
    defaultValue: wallTime(filter[name], zone),
    error: errorOf(name),
    autoFocus: name === firstFault,
  });
  const statusError = errorOf("status");

  return (
    <FilterTool count={set} folded={filter.customer === null ? 0 : 1} isOpen={faults.length > 0}>
      <Form action={await requestedAddress(paths.payments())} prefetch={false} aria-label={t("filter.form")}>
        <input type="hidden" name="zone" value={zone} />
        {request.columns !== null && (
          <input type="hidden" name="columns" value={writeAddressColumns(request.columns)} />
        )}
        {filter.customer !== null && <input type="hidden" name="customer" value={filter.customer} />}
        <fieldset className="mb-4">
          <legend className="mb-1 text-sm font-medium">{t("filter.status")}</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {PAYMENT_STATES.map((state, at) => (
              <Checkbox
                key={state}
                name="status"
                value={state}
                label={common(`paymentState.${state}`)}
                title={state}
                defaultChecked={filter.status.includes(state)}
                autoFocus={at === 0 && firstFault === "status"}
                aria-describedby={statusError === undefined ? undefined : STATUS_ERROR_ID}
              />
            ))}
          </div>
          {statusError !== undefined && <ErrorText id={STATUS_ERROR_ID}>{statusError}</ErrorText>}
        </fieldset>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          {/* Exact times, where some are entered, take precedence. */}
          <SelectField
            name="range"
            label={t("filter.range")}
            defaultValue={filter.range ?? ""}
            error={errorOf("range")}
            autoFocus={firstFault === "range"}
            options={[
              { value: "", label: t("filter.anyRange") },
              ...PAYMENT_RANGES.map((range) => ({ value: range, label: t(`filter.chip.range.${range}`) })),
            ]}
          />
          <TextField {...time("from")} />
          <TextField {...time("until")} />
          <TextField {...text("min")} inputMode="decimal" />
          <TextField {...text("max")} inputMode="decimal" />
          <SelectField
            name="method"
            label={t("filter.method")}
            defaultValue={filter.method ?? ""}
            error={errorOf("method")}
            autoFocus={firstFault === "method"}
            options={[
              { value: "", label: t("filter.anyMethod") },
              ...PAYMENT_METHODS.map((method) => ({
                value: method,
                label: common(`methodName.${method}`),
              })),
            ]}
          />
          {kind("scheme", kinds?.schemes ?? [])}
          {hasBank && <TextField {...text("bank")} list={BANK_LIST_ID} dir="auto" spellCheck={false} />}
          <datalist id={BANK_LIST_ID}>
            {banks.map((bank) => (
              <option key={bank} value={bank} label={kindName("bank", bank)} />
            ))}
          </datalist>
          {/* Every payment has one: with a single one there is no choice. */}
          {kind("currency", kinds !== null && kinds.currencies.length > 1 ? kinds.currencies : [])}
          <TextField {...text("gateway")} list={GATEWAY_LIST_ID} />
          <datalist id={GATEWAY_LIST_ID}>
            {gateways.map((gateway) => (
              <option key={gateway} value={gateway} />
            ))}
          </datalist>
          <SelectField
            name="decline"
            label={t("filter.decline")}
            defaultValue={filter.decline ?? ""}
            error={errorOf("decline")}
            autoFocus={firstFault === "decline"}
            options={[
              { value: "", label: t("filter.anyDecline") },
              ...DECLINE_FILTERS.map((decline) => ({
                value: decline,
                label: declineFilterName(t, common, decline),
              })),
            ]}
          />
          <TextField {...text("prefix")} dir="auto" spellCheck={false} />
          <TextField {...text("udf1")} dir="auto" />
          <TextField {...text("udf2")} dir="auto" />
          <TextField {...text("udf3")} dir="auto" />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button isPlain type="submit" variant="primary" size="sm">
            {common("apply")}
          </Button>
          <Link href={paths.payments()} className={buttonClass("ghost", "sm")}>
            {common("clear")}
          </Link>
          <span className="ml-auto text-xs text-ink-muted">{t("filter.zone", { zone })}</span>
        </div>
      </Form>
    </FilterTool>
  );
}

function wallTime(instant: string | null, zone: string): string {
  return instant === null ? "" : wallTimeOf(new Date(instant), zone);
}
