"use client";

import { ChevronRight } from "lucide-react";
import { useRef, type InputHTMLAttributes, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { cx } from "@/components/ui/cx";
import { CONTROL_CLASS, Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { TEXT_LIMITS } from "@/lib/contract/limits";
import { CARD_SCHEMES, PAYMENT_METHODS } from "@/lib/contract/statuses";
import { schemeName } from "@/lib/payments/scheme-name";
import {
  type FieldProblems,
  NEW_PAYMENT_FIELDS,
  type NewPaymentEntry,
  type NewPaymentField,
} from "@/lib/payments/new-payment-view";

type FieldsProps = { entry: NewPaymentEntry; problems: FieldProblems; suggestion: string };

/** Every field of a new payment, the required ones first and the others folded (specification 4.1). */
export function NewPaymentFields({ entry, problems, suggestion }: FieldsProps) {
  const t = useTranslations("createPayment");
  const methods = useTranslations("common.methodName");
  const errorOf = useErrorWords(problems);
  const line = (field: NewPaymentField, isOptional: boolean, rest: LineProps = {}): ReactNode => (
    <TextField
      key={field}
      name={field}
      label={isOptional ? t("optional", { label: t(`field.${field}`) }) : t(`field.${field}`)}
      defaultValue={entry[field]}
      error={errorOf(field)}
      autoComplete="off"
      {...rest}
    />
  );
  const choice = (
    field: "payment_method" | "card_scheme",
    options: readonly { value: string; label: string }[],
  ): ReactNode => (
    <SelectField
      name={field}
      label={t("optional", { label: t(`field.${field}`) })}
      defaultValue={entry[field]}
      error={errorOf(field)}
      options={[{ value: "", label: t("anyChoice") }, ...options]}
    />
  );

  const isMoreOpen = MORE_FIELDS.some((field) => entry[field] !== "" || problems[field] !== undefined);

  return (
    <>
      <Panel title={t("needed")}>
        <div className="grid items-start gap-x-4 gap-y-3.5 sm:grid-cols-4">
          <div className="sm:col-span-4">
            <ReferenceField
              value={entry.merchant_transaction_id}
              error={errorOf("merchant_transaction_id")}
              suggestion={suggestion}
            />
          </div>
          <div className="sm:col-span-3">
            {line("transaction_amount", false, {
              hint: t("hint.transaction_amount"),
              inputMode: "decimal",
              className: "text-right tabular-nums",
            })}
          </div>
          {line("currency", false, { hint: t("hint.currency"), maxLength: 3, className: "uppercase" })}
          <div className="sm:col-span-2">
            {line("customer_email", false, { type: "email", inputMode: "email", hint: t("hint.contact") })}
          </div>
          <div className="sm:col-span-2">
            {line("customer_phone", false, {
              type: "tel",
              inputMode: "numeric",
              hint: t("hint.customer_phone"),
            })}
          </div>
        </div>
      </Panel>
      <details open={isMoreOpen} className="group">
        <summary className="inline-flex min-h-9 touch-target cursor-pointer list-none items-center gap-2 rounded px-2 select-none hover:bg-sunken pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
          <span>
            <span className="font-medium">{t("more")}</span>{" "}
            <span className="text-sm text-ink-muted">{t("moreAbout")}</span>
          </span>
        </summary>
        <div className="mt-2 space-y-4">
          <Group columns={2} title={t("customer")}>
            {line("customer_name", true, { dir: "auto" })}
          </Group>
          <Group columns={3} title={t("routing")} about={t("routingAbout")}>
            {choice(
              "payment_method",
              PAYMENT_METHODS.map((method) => ({ value: method, label: methods(method) })),
            )}
            {choice(
              "card_scheme",
              CARD_SCHEMES.map((scheme) => ({ value: scheme, label: schemeName(scheme) })),
            )}
            {line("issuing_bank", true, { hint: t("hint.issuing_bank") })}
          </Group>
          <Group columns={3} title={t("merchant")} about={t("merchantAbout")}>
            {(["udf1", "udf2", "udf3"] as const).map((field) => line(field, true, { dir: "auto" }))}
          </Group>
          <Group columns={2} title={t("returns")} about={t("returnsAbout")}>
            {(["surl", "furl"] as const).map((field) =>
              line(field, true, { type: "url", inputMode: "url", hint: t("hint.url") }),
            )}
          </Group>
        </div>
      </details>
    </>
  );
}

const FIRST_FIELDS: readonly NewPaymentField[] = [
  "merchant_transaction_id",
  "transaction_amount",
  "currency",
  "customer_email",
  "customer_phone",
];
/** The optional fields, folded while all are empty and valid. */
const MORE_FIELDS = NEW_PAYMENT_FIELDS.filter((field) => !FIRST_FIELDS.includes(field));

type LineProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "inputMode" | "className" | "dir" | "maxLength"
> & { hint?: string };

type GroupProps = { title: string; about?: string; columns: keyof typeof COLUMNS; children: ReactNode };

/** A number of columns that leaves no field alone in its row. */
const COLUMNS = { 2: "sm:grid-cols-2", 3: "sm:grid-cols-2 lg:grid-cols-3" } as const;

function Group({ title, about, columns, children }: GroupProps) {
  return (
    <Panel title={title}>
      {about !== undefined && <p className="mb-3 text-sm text-ink-muted">{about}</p>}
      <div className={cx("grid items-start gap-x-4 gap-y-3.5", COLUMNS[columns])}>{children}</div>
    </Panel>
  );
}

/** Typed by the user; the suggestion is for orders without a reference. */
function ReferenceField({
  value,
  error,
  suggestion,
}: {
  value: string;
  error: string | undefined;
  suggestion: string;
}) {
  const t = useTranslations("createPayment");
  const field = useRef<HTMLInputElement>(null);
  const suggest = (): void => {
    if (field.current === null) return;
    field.current.value = suggestion;
    field.current.focus();
  };
  return (
    <Field
      label={t("field.merchant_transaction_id")}
      hint={t("hint.merchant_transaction_id")}
      error={error}
      aside={
        <Button variant="link" size="sm" className="-mr-2.5" onClick={suggest}>
          {t("suggest")}
        </Button>
      }
    >
      {(control) => (
        <input
          {...control}
          ref={field}
          type="text"
          name="merchant_transaction_id"
          dir="auto"
          defaultValue={value}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          className={CONTROL_CLASS}
        />
      )}
    </Field>
  );
}

function useErrorWords(problems: FieldProblems): (field: NewPaymentField) => string | undefined {
  const t = useTranslations("createPayment.fault");
  const common = useTranslations("common");
  return (field) => {
    const problem = problems[field];
    if (problem === undefined) return undefined;
    if (problem.by === "service") return common("serviceSaid", { words: problem.words });
    return t(problem.fault, {
      max: field in TEXT_LIMITS ? TEXT_LIMITS[field as keyof typeof TEXT_LIMITS] : 0,
    });
  };
}
