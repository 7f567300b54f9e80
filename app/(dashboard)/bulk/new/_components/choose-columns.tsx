"use client";

import { type SubmitEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/controls";
import { cx } from "@/components/ui/cx";
import { CONTROL_CLASS, ErrorText } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import {
  BULK_COLUMNS,
  BULK_REQUIRED_COLUMNS,
  type BulkColumn,
  type BulkFilePreview,
  type BulkKind,
  type BulkLayout,
} from "@/lib/bulk";
import { isolated } from "@/lib/direction";

const SHOWN_ROWS = 5;

type ChooseColumnsProps = {
  kind: BulkKind;
  /** Null for pasted rows. */
  fileName: string | null;
  preview: BulkFilePreview;
  isSending: boolean;
  onChosen: (layout: BulkLayout) => void;
  onBack: () => void;
};

/**
 * What each column of a file means, when its headings do not say so for certain. Nothing is read by its position: a wrong
 * column refunds a wrong amount (decision 0373).
 */
export function ChooseColumns({ kind, fileName, preview, isSending, onChosen, onBack }: ChooseColumnsProps) {
  const t = useTranslations("bulk");
  const [layout, setLayout] = useState(preview.layout);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { records, recordCount } = preview;
  const heading = records.findIndex(({ line }) => line === layout.headingLine);
  const rows = records.slice(heading + 1);
  const rowCount = recordCount - heading - 1;
  const width = Math.max(...records.slice(Math.max(heading, 0)).map(({ cells }) => cells.length));
  const missing = BULK_REQUIRED_COLUMNS[kind].filter((column) => layout.columns[column] === undefined);
  const error =
    isTried && missing.length > 0
      ? t("choose.missing", { columns: missing.map((column) => t(`columnName.${column}`)).join(", ") })
      : undefined;

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isSending) return;
    setIsTried(true);
    if (missing.length === 0) onChosen(layout);
    else form.current?.querySelector<HTMLElement>("[data-column]")?.focus();
  };

  return (
    <Panel title={t("choose.title")} className="xl:col-span-full">
      <form noValidate ref={form} onSubmit={submit} aria-label={t("choose.title")} className="space-y-4">
        <p className="text-sm text-ink-muted">
          {fileName !== null && (
            <>
              <bdi className="font-medium wrap-anywhere text-ink">{fileName}</bdi>
              {" · "}
            </>
          )}
          {t("rowCount", { n: rowCount })}
          {" · "}
          {t(preview.isRemembered ? "choose.remembered" : "choose.about")}
        </p>
        {preview.isAssumed && (
          <Notice tone="warning" title={t("choose.assumedTitle")}>
            <p>{t("choose.assumed")}</p>
          </Notice>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t("choose.headings")}
            value={String(layout.headingLine ?? "")}
            onChange={({ target }) =>
              setLayout({
                ...layout,
                headingLine: target.value === "" ? null : Number.parseInt(target.value, 10),
              })
            }
            options={[
              { value: "", label: t("choose.noHeadings") },
              ...records.map(({ line, cells }) => ({
                value: String(line),
                label: t("choose.headingLine", { line, text: shortened(cells) }),
              })),
            ]}
          />
          {kind === "refund" && (
            <SelectField
              label={t("choose.decimalSign")}
              value={layout.decimalSign}
              onChange={({ target }) =>
                setLayout({ ...layout, decimalSign: target.value === "," ? "," : "." })
              }
              options={[
                { value: ".", label: "1,499.50" },
                { value: ",", label: "1.499,50" },
              ]}
            />
          )}
        </div>
        <div
          role="region"
          aria-label={t("choose.preview")}
          // A wide file scrolls sideways, by keyboard too. On a phone its columns are below each other, with examples.
          tabIndex={0}
          className="-mx-4 overflow-x-auto border-y border-line sm:-mx-5"
        >
          <table className="w-full text-sm max-sm:block">
            <thead className="bg-sunken max-sm:block max-sm:bg-transparent">
              <tr className="max-sm:block max-sm:divide-y max-sm:divide-line">
                <th
                  scope="col"
                  className="ps-5 pe-3 pb-4 text-end align-bottom text-xs font-medium text-ink-muted max-sm:hidden"
                >
                  {t("column.row")}
                </th>
                {Array.from({ length: width }, (_, index) => (
                  <th
                    key={index}
                    scope="col"
                    className="min-w-52 px-2 py-2 text-start align-bottom font-medium max-sm:block max-sm:px-4 max-sm:py-3"
                  >
                    <bdi className="mb-1 line-clamp-2 text-xs wrap-anywhere text-ink-muted">
                      {nameOf(records[heading]?.cells[index]) ??
                        t("choose.unnamed", { column: letterOf(index) })}
                    </bdi>
                    <ColumnSelect kind={kind} index={index} layout={layout} onChange={setLayout} />
                    <span className="mt-1 block truncate text-xs font-normal text-ink-muted sm:hidden">
                      {shortened(rows.slice(0, SHOWN_ROWS).map(({ cells }) => cells[index] ?? ""))}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:hidden">
              {rows.slice(0, SHOWN_ROWS).map(({ line, cells }) => (
                <tr key={line} className="border-t border-line">
                  <td className="py-2 ps-5 pe-3 text-end text-ink-muted tabular-nums">{line}</td>
                  {Array.from({ length: width }, (_, index) => (
                    <td
                      key={index}
                      className={cx(
                        "px-2 py-2 align-top",
                        meaningAt(layout, index) === null && "text-ink-muted",
                      )}
                    >
                      <bdi className="line-clamp-2 max-w-64 wrap-anywhere">{cells[index]}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rowCount > SHOWN_ROWS && (
            <p className="border-t border-line px-5 py-2 text-sm text-ink-muted max-sm:hidden">
              {t("choose.more", { n: rowCount - SHOWN_ROWS })}
            </p>
          )}
        </div>
        {error !== undefined && <ErrorText id="columns-missing">{error}</ErrorText>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={isSending}>
            {t("choose.submit", { n: rowCount })}
          </Button>
          <Button onClick={onBack}>{t("choose.back")}</Button>
        </div>
      </form>
    </Panel>
  );
}

type ColumnSelectProps = {
  kind: BulkKind;
  index: number;
  layout: BulkLayout;
  onChange: (layout: BulkLayout) => void;
};

/** A meaning that another column had moves to this one. */
function ColumnSelect({ kind, index, layout, onChange }: ColumnSelectProps) {
  const t = useTranslations("bulk");
  const meaning = meaningAt(layout, index);
  const choose = (value: string): void => {
    const chosen = BULK_COLUMNS[kind].find((column) => column === value);
    const others = Object.entries(layout.columns).filter(([column, at]) => at !== index && column !== chosen);
    onChange({
      ...layout,
      columns: { ...Object.fromEntries(others), ...(chosen !== undefined && { [chosen]: index }) },
    });
  };
  return (
    <select
      data-column={index}
      aria-label={t("choose.meaning", { column: letterOf(index) })}
      value={meaning ?? ""}
      onChange={({ target }) => choose(target.value)}
      className={cx(CONTROL_CLASS, meaning === null ? "border-dashed text-ink-muted" : "font-medium")}
    >
      <option value="">{t("choose.unused")}</option>
      {BULK_COLUMNS[kind].map((column) => (
        <option key={column} value={column}>
          {t(`columnName.${column}`)}
        </option>
      ))}
    </select>
  );
}

function meaningAt({ columns }: BulkLayout, index: number): BulkColumn | null {
  const found = Object.entries(columns).find(([, at]) => at === index);
  return found === undefined ? null : (found[0] as BulkColumn);
}

function nameOf(cell: string | undefined): string | null {
  return cell === undefined || cell.trim() === "" ? null : cell;
}

/** Names columns as a spreadsheet does: A to Z, then AA. */
function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}

const MAX_OPTION = 40;

function shortened(cells: readonly string[]): string {
  const text = cells.filter((cell) => cell.trim() !== "").join(", ");
  return isolated(text.length > MAX_OPTION ? `${text.slice(0, MAX_OPTION)}…` : text);
}
