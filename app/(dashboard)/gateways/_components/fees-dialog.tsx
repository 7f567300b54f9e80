"use client";

import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type FeesInput, saveFeesAction } from "@/app/(dashboard)/gateways/actions";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import { useAction } from "@/components/actions/use-action";
import { useMethodName } from "@/components/payments/method-name";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import type { OpsResult } from "@/lib/contract/ops";
import { PAYMENT_METHODS } from "@/lib/contract/statuses";

type Fee = OpsResult<"gateways.fees">["gateways"][number]["fees"][number];

export type FeesDialogProps = {
  list: { gateway: string; revision: number; fees: readonly Fee[] };
  onSaved: () => void;
  onClose: () => void;
};

/** A row as it is typed; `key` stays while others are removed. */
type Row = { key: number } & Record<"currency" | "method" | "percent" | "fixed", string>;

/** The form for all fees of a gateway, which are saved together. */
export function FeesDialog({ list, onSaved, onClose }: FeesDialogProps) {
  const t = useTranslations("gateways.fees");
  const action = useAction(saveFeesAction);
  const [rows, setRows] = useState<readonly Row[]>(() =>
    list.fees.length === 0 ? [newRow(0, "INR")] : list.fees.map(rowOf),
  );
  const addButton = useRef<HTMLButtonElement>(null);
  const { gateway, revision } = list;

  /** A response is about the rows as they were sent, by their place. */
  const setPlaces = (next: readonly Row[]): void => {
    action.clear();
    setRows(next);
  };
  return (
    <FormDialog
      title={t("dialogTitle", { gateway })}
      keep={t("keep")}
      confirm={t("save")}
      action={action}
      className="sm:max-w-2xl"
      input={(): FeesInput => ({ gateway, revision, fees: rows.map(feeOf) })}
      fields={rows.flatMap((_, index) => FIELDS.map((field) => `fees.${index}.${field}`))}
      whenUnknown={t("whenUnknown")}
      onDone={onSaved}
      onClose={onClose}
    >
      <p className="text-sm text-ink-muted">{t("hint")}</p>
      {rows.length === 0 && <p className="text-sm">{t("removedAll")}</p>}
      {rows.map((row, index) => (
        <FeeRow
          key={row.key}
          place={index + 1}
          row={row}
          fault={(field) => faultOf(action, `fees.${index}.${field}`)}
          onChange={(change) => setRows(rows.with(index, { ...row, ...change }))}
          onRemove={() => {
            setPlaces(rows.toSpliced(index, 1));
            // The pressed button goes with its row.
            addButton.current?.focus();
          }}
        />
      ))}
      <Button
        ref={addButton}
        size="sm"
        icon={<Plus aria-hidden className="size-3.5" />}
        onClick={() =>
          setPlaces([
            ...rows,
            newRow(Math.max(-1, ...rows.map(({ key }) => key)) + 1, rows.at(-1)?.currency ?? "INR"),
          ])
        }
      >
        {t("add")}
      </Button>
    </FormDialog>
  );
}

const FIELDS = ["currency", "payment_method", "percent", "fixed"] as const;

type FeeRowProps = {
  place: number;
  row: Row;
  fault: (field: (typeof FIELDS)[number]) => string | undefined;
  onChange: (change: Partial<Row>) => void;
  onRemove: () => void;
};

function FeeRow({ place, row, fault, onChange, onRemove }: FeeRowProps) {
  const t = useTranslations("gateways.fees");
  const method = useMethodName();
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-x-3 gap-y-2 border-t border-line pt-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_6.5rem_7.5rem_1.75rem]">
      <legend className="sr-only">{t("row", { place })}</legend>
      <TextField
        label={t("currency")}
        value={row.currency}
        error={fault("currency")}
        maxLength={3}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ currency: target.value.toUpperCase() })}
      />
      <SelectField
        label={t("method")}
        value={row.method}
        error={fault("payment_method")}
        options={[
          { value: "", label: t("everyMethod") },
          ...PAYMENT_METHODS.map((code) => ({ value: code as string, label: method(code) })),
        ]}
        onChange={({ target }) => onChange({ method: target.value })}
      />
      <TextField
        label={t("percent")}
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        value={row.percent}
        error={fault("percent")}
        onChange={({ target }) => onChange({ percent: target.value })}
      />
      <TextField
        label={t("fixed")}
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        value={row.fixed}
        error={fault("fixed")}
        onChange={({ target }) => onChange({ fixed: target.value })}
      />
      <button
        type="button"
        aria-label={t("remove", { place })}
        title={t("remove", { place })}
        onClick={onRemove}
        className="grid size-7 touch-target shrink-0 place-items-center rounded text-ink-muted hover:bg-sunken hover:text-ink max-sm:col-span-2 max-sm:justify-self-end sm:mt-7"
      >
        <X aria-hidden className="size-4" />
      </button>
    </fieldset>
  );
}

function newRow(key: number, currency: string): Row {
  return { key, currency, method: "", percent: "", fixed: "" };
}

function rowOf(fee: Fee, key: number): Row {
  return {
    key,
    currency: fee.currency,
    method: fee.payment_method ?? "",
    percent: fee.percent,
    fixed: fee.fixed,
  };
}

/** No fixed part is none. A percentage has to be given, so that a forgotten one is no fee of zero. */
function feeOf({ currency, method, percent, fixed }: Row): FeesInput["fees"][number] {
  return {
    currency: currency.trim(),
    payment_method: method === "" ? null : method,
    percent: percent.replace("%", "").trim(),
    fixed: fixed.trim() === "" ? "0.00" : fixed.trim(),
  };
}
