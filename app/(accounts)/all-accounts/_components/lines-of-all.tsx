"use client";

import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { AccountMark } from "@/components/accounts/account-mark";
import { ExportLines } from "@/components/payments/export-lines";
import { FoundAmount } from "@/components/payments/found-amount";
import { PaymentStateCell } from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { Checkbox } from "@/components/ui/controls";
import { Money } from "@/components/ui/money";
import { Skeleton } from "@/components/ui/skeleton";
import { type Column, DataTable } from "@/components/ui/table";
import { ForeignText, Sentence, WithMarks } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { WithActions } from "@/components/ui/to-selection";
import { withAccount } from "@/lib/accounts/address";
import type { AccountLines } from "@/lib/all-accounts/views";
import { roleAllows } from "@/lib/can";
import { isolatedList } from "@/lib/direction";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { ChosenOfAll } from "./chosen-of-all";
import { chosenByAccount, choiceKeyOf, choiceOfAll, isChoosable } from "./chosen-payments";
import { ReadingNote } from "./reading-note";
import { countsOfAll, type RowOfAll, rowsOfAll } from "./rows-of-all";

type FoundProps = { lines: readonly string[]; parts: readonly AccountLines[] };
/** `personId`: who searched. */
type LinesOfAllProps = FoundProps & { personId: string };

/**
 * What the lines found in all accounts, in one table; above it the accounts that are not in it, and why, and what can be
 * done with the chosen payments.
 */
export function LinesOfAll({ lines, parts, personId }: LinesOfAllProps) {
  const t = useTranslations("allAccounts.search");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = rowsOfAll(lines, parts);
  const isSearching = parts.some(({ reading }) => reading === null);
  const hasRows = parts.some(({ reading }) => reading?.kind === "read");
  return (
    <section aria-busy={isSearching} className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="text-sm text-ink-muted">
          <Summary lines={lines} parts={parts} />
        </p>
        <Export lines={lines} parts={parts} />
      </div>
      <Gaps parts={parts} />
      <ChosenOfAll chosen={chosenByAccount(rows, parts, chosen)} personId={personId} />
      {hasRows ? (
        <Table rows={rows} parts={parts} chosen={chosen} onChoose={setChosen} />
      ) : (
        isSearching && <Skeleton className="h-24 w-full rounded-lg" />
      )}
      {hasRows && parts.length > 1 && <p className="text-sm text-ink-muted">{t("about")}</p>}
    </section>
  );
}

function Summary({ lines, parts }: FoundProps) {
  const t = useTranslations("allAccounts.search");
  const ofLines = useTranslations("findLines");
  if (parts.some(({ reading }) => reading === null)) return t("searching");
  const gaps = parts.filter(({ reading }) => reading?.kind !== "read").length;
  const { found, missing, unknown } = countsOfAll(lines, parts);
  const texts = [
    ...(gaps < parts.length ? [ofLines("summary", { found, missing })] : []),
    ...(unknown > 0 ? [ofLines("unknown", { n: unknown })] : []),
    ...(gaps > 0 ? [t("gaps", { n: gaps })] : []),
  ];
  return texts.join(" · ");
}

/** Exports the accounts in which the role allows it, and names those that are in the table but not in the file. */
function Export({ lines, parts }: FoundProps) {
  const t = useTranslations("allAccounts.search");
  const ofLines = useTranslations("findLines");
  const common = useTranslations("common");
  const searched = parts.filter(({ role }) => role !== null && roleAllows(role, "view_payments"));
  const notExported = searched.filter(({ role }) => role !== null && !roleAllows(role, "export_records"));
  if (notExported.length === searched.length) return null;
  return (
    <>
      <ExportLines
        path={paths.api.exportLinesOfAll()}
        lines={lines.join("\n")}
        label={(format) => ofLines("export", { format: common(format) })}
        className="ml-auto"
      />
      {notExported.length > 0 && (
        <p className="basis-full text-sm text-ink-muted">
          <Sentence>
            {t("notExported", { names: isolatedList(notExported.map(({ account }) => account.name)) })}
          </Sentence>
        </p>
      )}
    </>
  );
}

function Gaps({ parts }: { parts: readonly AccountLines[] }) {
  const t = useTranslations("allAccounts");
  const gaps = parts.filter(({ reading }) => reading?.kind !== "read");
  if (gaps.length === 0) return null;
  return (
    <ul className="space-y-1.5">
      {gaps.map(({ account, reading }) => (
        <li key={account.slug ?? ""} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <AccountMark name={account.name} colour={account.colour} />
          {reading === null ? (
            <span className="text-sm text-ink-muted">{t("search.searching")}</span>
          ) : reading.kind === "unreadable" ? (
            <span className="text-sm text-warning">{t("unreadable")}</span>
          ) : (
            reading.kind !== "read" && <ReadingNote gap={reading.kind} />
          )}
        </li>
      ))}
    </ul>
  );
}

type TableProps = {
  rows: readonly RowOfAll[];
  parts: readonly AccountLines[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
};

function Table({ rows, parts, chosen, onChoose }: TableProps) {
  const t = useTranslations("allAccounts.search");
  const ofLines = useTranslations("findLines.column");
  const choices = useChoices({ rows, parts, chosen, onChoose });
  const columns: readonly Column<RowOfAll>[] = [
    ...(choices === null
      ? []
      : [
          {
            id: "choice",
            width: "2.75rem",
            hideBelow: "sm" as const,
            heading: choices.all,
            cell: choices.one,
          },
        ]),
    {
      id: "line",
      // A phone has no room for another column.
      heading: (
        <span className="flex items-center gap-2">
          {choices !== null && <span className="@xl:hidden">{choices.all}</span>}
          {ofLines("line")}
        </span>
      ),
      cell: (row) => (
        <>
          {choices !== null && <span className="@xl:hidden">{choices.one(row)}</span>}
          {row.isFirst && <ForeignText className="font-medium">{row.line}</ForeignText>}
          <span className="mt-1 block @4xl:hidden">
            <Accounts row={row} of={parts.length} />
          </span>
        </>
      ),
    },
    {
      id: "account",
      heading: t("column.account"),
      width: "11rem",
      hideBelow: "ml",
      cell: (row) => <Accounts row={row} of={parts.length} />,
    },
    {
      id: "outcome",
      heading: t("column.outcome"),
      width: "9rem",
      hideBelow: "lg",
      cell: (row) => <Outcome row={row} />,
    },
    {
      id: "payment",
      heading: ofLines("payment"),
      // An id of this service fits on one line on a phone.
      width: "min(14rem, max(55cqi, min(12.75rem, 70cqi)))",
      cell: (row) => (
        <>
          <Payment row={row} />
          {/* A narrow table has no room for these beside the line. */}
          {row.kind === "found" && (
            <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 @3xl:hidden">
              <Money amount={row.payment.amount} currency={row.payment.currency} className="font-medium" />
              <PaymentStateCell payment={row.payment} />
              <TestBadge isTest={row.payment.isTest} />
            </span>
          )}
          {(row.kind !== "found" || row.count > 1) && (
            <span className="block @5xl:hidden">
              <Outcome row={row} />
            </span>
          )}
        </>
      ),
    },
    {
      id: "status",
      heading: ofLines("status"),
      width: "8rem",
      hideBelow: "md",
      cell: (row) => row.kind === "found" && <PaymentStateCell payment={row.payment} />,
    },
    {
      id: "amount",
      heading: ofLines("amount"),
      align: "end",
      hideBelow: "md",
      width: "clamp(7rem, 14cqi, 10rem)",
      longest: (row) => (row.kind === "found" ? shownAmount(row.payment.amount, row.payment.currency) : null),
      cell: (row) => row.kind === "found" && <FoundAmount payment={row.payment} />,
    },
  ];
  return <DataTable label={t("table")} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

/** The checkbox of each row that may be chosen, and of all; null where the roles allow nothing with any. */
function useChoices({
  rows,
  parts,
  chosen,
  onChoose,
}: TableProps): { all: ReactNode; one: (row: RowOfAll) => ReactNode } | null {
  const t = useTranslations("allAccounts.search.choose");
  if (!rows.some((row) => isChoosable(row, parts))) return null;
  const all = choiceOfAll(rows, parts);
  const toggle = (key: string): void => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(next);
  };
  return {
    // An account that has not answered yet may have the same lines.
    all: all.size > 0 && parts.every(({ reading }) => reading !== null) && (
      <Checkbox
        label={<span className="sr-only">{t("all")}</span>}
        checked={[...all].every((key) => chosen.has(key))}
        onChange={(event) => onChoose(event.target.checked ? new Set([...chosen, ...all]) : new Set())}
      />
    ),
    one: (row) =>
      isChoosable(row, parts) && (
        <WithActions isChosen={chosen.has(choiceKeyOf(row))}>
          <Checkbox
            label={<span className="sr-only">{t("one", { line: row.line, name: row.account.name })}</span>}
            checked={chosen.has(choiceKeyOf(row))}
            onChange={() => toggle(choiceKeyOf(row))}
          />
        </WithActions>
      ),
  };
}

/** `of`: how many accounts there are. */
function Accounts({ row, of }: { row: RowOfAll; of: number }) {
  const t = useTranslations("allAccounts.search");
  const accounts = row.kind === "found" ? [row.account] : row.accounts;
  if (accounts.length > 1 && accounts.length === of)
    return <span className="text-ink-muted">{t("everyAccount")}</span>;
  return accounts.map(({ slug, name, colour }) => (
    <AccountMark key={slug ?? ""} name={name} colour={colour} />
  ));
}

function Outcome({ row }: { row: RowOfAll }) {
  const t = useTranslations("allAccounts.search");
  const ofLines = useTranslations("findLines");
  if (row.kind !== "found") return <span className="text-ink-muted">{ofLines(`none.${row.kind}`)}</span>;
  if (row.count === 1 && !row.isMore) return t("found");
  return (
    <span className="text-sm text-warning">
      {ofLines("copies", { n: row.count })} {row.isMore && ofLines("more")}
    </span>
  );
}

function Payment({ row }: { row: RowOfAll }) {
  if (row.kind !== "found") return null;
  const { reference, transactionId, createdAt } = row.payment;
  return (
    <>
      <bdi title={reference} className="block truncate">
        <WithMarks text={reference} />
      </bdi>
      {/* Another account is another load of the page. */}
      <a
        href={withAccount(row.account.slug, paths.payment(transactionId, reference))}
        dir="ltr"
        className="block min-h-6 font-mono text-xs leading-6 wrap-anywhere text-accent underline-offset-2 hover:underline"
      >
        {transactionId}
      </a>
      <span className="block text-xs text-ink-muted">
        <Time iso={createdAt} />
      </span>
    </>
  );
}
