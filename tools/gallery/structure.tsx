"use client";

import { CircleCheck, Filter } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { EmptyValue } from "@/components/ui/empty-value";
import { CONTROL_CLASS, ErrorText, Field } from "@/components/ui/field";
import { CopyLink } from "@/components/ui/copy-link";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { FactInLine, FactLine } from "@/components/ui/facts";
import { Kbd } from "@/components/ui/kbd";
import { Link } from "@/components/ui/link";
import { Mark } from "@/components/ui/mark";
import { Money } from "@/components/ui/money";
import { PageError } from "@/components/ui/page-error";
import { BackLink, PageHeader } from "@/components/ui/page-header";
import { Status, type StatusTone } from "@/components/ui/status";
import { DataTable } from "@/components/ui/table";
import { RowMenu } from "@/components/ui/row-menu";
import { Tabs } from "@/components/ui/tabs";
import { DensitySwitch } from "@/components/ui/density-switch";
import { ForeignText, Line, Sentence } from "@/components/ui/text";
import { RowTime, Time } from "@/components/ui/time";
import { Tool, ToolBar, ToolMenu } from "@/components/ui/tool-bar";
import { shownAmount } from "@/lib/money";
import { payment, TRANSACTION_ID } from "./data";
import { Example } from "./example";

const HERE = "/dev/components";
const STATUS_TONES: readonly StatusTone[] = ["neutral", "accent", "success", "warning", "danger"];
const LONG = "ORDER-2026-11-25-with-a-reference-that-is-longer-than-its-column-and-must-wrap";
const ARABIC = "متجر الكتب 1042";
const PAYMENTS = [
  payment,
  { ...payment, transactionId: "TXN2", reference: LONG, amount: "12345678.00" },
  { ...payment, transactionId: "TXN3", reference: ARABIC, amount: "5.00", currency: "USD" },
];

/** The primitives of components/ui that give a page its structure. */
export function StructureExamples() {
  const t = useTranslations("common");
  const bulk = useTranslations("bulk");
  const payments = useTranslations("payments");
  return (
    <>
      <Example component="PageHeader, BackLink" state="with a parent, a description and an action">
        <PageHeader
          title={t("notFound.title")}
          about={t("notFound.body")}
          back={{ href: HERE, label: t("older") }}
          actions={<Button size="sm">{t("tryAgain")}</Button>}
        />
        <BackLink href={HERE} label={t("older")} />
      </Example>
      <Example component="Tabs" state="with a count">
        <Tabs
          label={t("pages")}
          tabs={[
            { href: HERE, label: t("newest"), count: 12, isHere: true },
            { href: `${HERE}?older`, label: t("older"), isHere: false },
          ]}
        />
      </Example>
      <Example component="RowMenu" state="with one entry">
        <RowMenu label={t("more")}>
          {(menuId) => (
            <button type="button" popoverTarget={menuId} popoverTargetAction="hide">
              {t("newest")}
            </button>
          )}
        </RowMenu>
      </Example>
      <Example component="ToolBar, Tool, ToolMenu" state="closed with a count, and open">
        <ToolBar>
          <Tool icon={Filter} label={t("reference")} count={2}>
            {t("notFound.body")}
          </Tool>
          <Tool icon={Filter} label={t("amount")} isOpen>
            {t("notFound.body")}
          </Tool>
          <ToolMenu icon={Filter} label={t("export")}>
            <DensitySwitch name="density-of-example" />
          </ToolMenu>
        </ToolBar>
      </Example>
      <Example component="DensitySwitch, Line, RowTime" state="a right-to-left text, a time of another year">
        <DensitySwitch name="density-of-another-example" /> <Line text={ARABIC} />{" "}
        <RowTime iso="2024-02-29T10:00:00.000Z" />
      </Example>
      <Example component="Sentence" state="around a right-to-left text">
        <Sentence>{t("serviceSaid", { words: ARABIC })}</Sentence>
      </Example>
      <Example component="DataTable, ForeignText" state="long and right-to-left text, a footer">
        <DataTable
          label={t("pages")}
          rows={PAYMENTS}
          rowKey={({ transactionId }) => transactionId}
          footer={
            <tr>
              <td colSpan={2} className="px-3 py-2">
                {t("testRows", { n: 1, total: PAYMENTS.length })}
              </td>
            </tr>
          }
          columns={[
            {
              id: "reference",
              heading: t("reference"),
              cell: ({ reference }) => <ForeignText>{reference}</ForeignText>,
            },
            {
              id: "gateway",
              heading: t("gateway"),
              width: "8rem",
              hideBelow: "sm",
              cell: () => <EmptyValue />,
            },
            {
              id: "created",
              heading: payments("list.column.created"),
              width: "12rem",
              hideBelow: "md",
              cell: ({ createdAt }) => <Time iso={createdAt} />,
            },
            {
              id: "amount",
              heading: t("amount"),
              width: "9rem",
              align: "end",
              longest: ({ amount, currency }) => shownAmount(amount, currency),
              cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            },
          ]}
        />
      </Example>
      <Example component="Status" state="every tone">
        <div className="flex flex-wrap gap-2">
          {STATUS_TONES.map((tone) => (
            <Status key={tone} tone={tone} icon={CircleCheck} word={t("copied")} code={tone} />
          ))}
        </div>
      </Example>
      <Example component="FactLine, FactInLine" state="with values">
        <FactLine>
          <FactInLine name={t("reference")}>{payment.reference}</FactInLine>
          <FactInLine name={t("transactionId")}>{TRANSACTION_ID}</FactInLine>
          <FactInLine name={t("gateway")}>
            <EmptyValue />
          </FactInLine>
        </FactLine>
      </Example>
      <Example component="Field" state="with a hint, and with an error">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("amount")} hint={t("notFound.body")}>
            {(control) => <input type="text" {...control} className={CONTROL_CLASS} />}
          </Field>
          <Field label={t("amount")} error={bulk("fault.bad_amount")}>
            {(control) => <input type="text" {...control} className={CONTROL_CLASS} />}
          </Field>
        </div>
      </Example>
      <Example component="ErrorText" state="of a group of fields">
        <ErrorText id="error-of-a-group">{bulk("fault.bad_amount")}</ErrorText>
      </Example>
      <Example component="Mark, Kbd, Link, CopyLink" state="plain">
        <div className="flex flex-wrap items-center gap-2">
          <Mark className="size-7" />
          <Kbd>⌘K</Kbd>
          <Link href={HERE} className="text-accent underline underline-offset-2">
            {t("newest")}
          </Link>
          <CopyLink href={HERE} />
        </div>
      </Example>
      <Example component="PageError" state="with the code of a server error">
        <PageError error={{ digest: "2840391766" }} onTryAgain={() => undefined} />
      </Example>
      <DialogExamples />
    </>
  );
}

const ROLES = ["dialog", "alertdialog"] as const;

/** A modal makes the page inert, so each opens with a button. */
function DialogExamples() {
  const t = useTranslations("common");
  const [open, setOpen] = useState<(typeof ROLES)[number] | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Example component="Dialog, DialogButtons" state="dialog, alertdialog" opens={[0, 1]}>
      <div className="flex flex-wrap gap-2">
        {ROLES.map((role) => (
          <Button key={role} onClick={() => setOpen(role)}>
            {role}
          </Button>
        ))}
      </div>
      {open !== null && (
        <Dialog title={t("notFound.title")} role={open} onDismiss={close}>
          <p>{t("notFound.body")}</p>
          <DialogButtons>
            <Button onClick={close}>{t("close")}</Button>
            <Button variant="primary" onClick={close} data-initial-focus>
              {t("tryAgain")}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </Example>
  );
}
