"use client";

import { type SubmitEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useHanded } from "@/components/accounts/use-handed";
import { pageAddress } from "@/components/live/page-address";
import { takeBulkRows } from "@/components/bulk/kept-rows";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { CONTROL_CLASS, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { useOwner } from "@/components/ui/page-account";
import { useRouter } from "@/components/ui/use-router";
import {
  BULK_LAYOUT_HEADER,
  BULK_REASON_HEADER,
  type BulkFilePreview,
  type BulkKind,
  type BulkLayout,
  type CreateBulkOutcome,
  MAX_BULK_BYTES,
  MAX_BULK_ROWS,
} from "@/lib/bulk";
import { paths } from "@/lib/paths";
import {
  type ReasonRules,
  ROWS_REASON_FIELDS,
  readRowsReason,
  RowsReason,
  type RowsReasonFault,
  rowsReasonFault,
  rowsReasonText,
} from "./rows-reason";
import { ChooseColumns } from "./choose-columns";
import { FileFaultText } from "./file-fault-text";

const MEGABYTE = 1024 * 1024;

type Shown =
  | Exclude<CreateBulkOutcome, { kind: "created" | "choose_columns" }>
  | { kind: "unreachable" | "both" | "neither" };

type Upload = {
  kind: BulkKind;
  name: string | undefined;
  body: Blob;
  reason: string;
  layout: BulkLayout | null;
};

type NewBulkFormProps = {
  kind: BulkKind;
  userId: string;
  /** What rows without a reason can be given; null for what needs none. */
  reasons: ReasonRules | null;
};

/** Sends a file or pasted rows to the check. The input stays until that has succeeded. */
export function NewBulkForm({ kind, userId, reasons }: NewBulkFormProps) {
  const t = useTranslations("bulk");
  const router = useRouter();
  const [outcome, setOutcome] = useState<Shown | null>(null);
  const [isSending, setIsSending] = useState(false);
  /** What was uploaded, while the person chooses its columns. */
  const [asked, setAsked] = useState<{ input: Upload; preview: BulkFilePreview } | null>(null);
  const [reasonFault, setReasonFault] = useState<RowsReasonFault | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const choice = useRef<HTMLDivElement>(null);
  const owner = useOwner(userId);
  const [given] = useState(() => takeBulkRows(owner, kind));
  /** Rows of a selection name no reason. */
  const [areRowsWithout, setAreRowsWithout] = useState(given !== "");
  const form = useRef<HTMLFormElement>(null);

  useHanded(owner, (handed) => {
    const field = form.current?.elements.namedItem("rows");
    if (handed.to !== "bulk" || handed.kind !== kind || !(field instanceof HTMLTextAreaElement)) return;
    // Somebody may have typed meanwhile.
    if (field.value !== "") return;
    field.value = handed.rows;
    setAreRowsWithout(true);
  });

  const show = (shown: Shown): void => {
    setOutcome(shown);
    setIsSending(false);
    requestAnimationFrame(() => result.current?.focus());
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const fields = new FormData(event.currentTarget);
    const file = fields.get("file");
    const chosen = file instanceof File && file.name !== "" ? file : null;
    const rows = fields.get("rows");
    const pasted = typeof rows === "string" ? rows : "";
    if (chosen !== null && pasted.trim() !== "") return show({ kind: "both" });
    if (chosen === null && pasted.trim() === "") return show({ kind: "neither" });
    const body = chosen ?? new Blob([pasted]);
    if (body.size > MAX_BULK_BYTES) {
      return show({ kind: "file_fault", fault: { kind: "too_large", maxBytes: MAX_BULK_BYTES } });
    }
    const reason = readRowsReason(fields);
    const fault = reasons === null ? null : rowsReasonFault(reason, { ...reasons, areRowsWithout });
    setReasonFault(fault);
    if (fault !== null) {
      const field = event.currentTarget.elements.namedItem(ROWS_REASON_FIELDS[fault]);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    const name = chosen?.name;
    await send({ kind, name, body, reason: rowsReasonText(reason), layout: null });
  };

  const send = async (input: Upload): Promise<void> => {
    setIsSending(true);
    const answered = await upload(input);
    switch (answered.kind) {
      case "created":
        return router.push(paths.bulkRun(answered.runId));
      case "choose_columns":
        setAsked({ input, preview: answered.preview });
        setOutcome(null);
        setIsSending(false);
        requestAnimationFrame(() => choice.current?.querySelector<HTMLElement>("[data-column]")?.focus());
        return;
      case "file_fault":
      case "invalid":
      case "forbidden":
      case "signed_out":
      case "unreachable":
        show(answered);
    }
  };

  const notice = outcome !== null && (
    <div ref={result} tabIndex={-1} className="outline-none">
      <UploadNotice outcome={outcome} />
    </div>
  );

  return (
    <>
      {asked !== null && (
        <div ref={choice} className="min-w-0 space-y-4 xl:col-span-full">
          <ChooseColumns
            kind={kind}
            fileName={asked.input.name ?? null}
            preview={asked.preview}
            isSending={isSending}
            onChosen={(layout) => void send({ ...asked.input, layout })}
            onBack={() => {
              setAsked(null);
              setOutcome(null);
            }}
          />
          {notice}
        </div>
      )}
      {/* Hidden, it keeps the file and what was typed. */}
      <form
        hidden={asked !== null}
        noValidate
        ref={form}
        onSubmit={submit}
        aria-label={t("form.title")}
        className="space-y-4 rounded-lg border border-line bg-surface px-4 py-4 sm:px-5"
      >
        <Field
          label={t("form.file")}
          hint={t("form.fileHint", { rows: MAX_BULK_ROWS, megabytes: MAX_BULK_BYTES / MEGABYTE })}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              name="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
              className={`${CONTROL_CLASS} h-auto py-1 file:mr-3 file:h-7 file:cursor-pointer file:rounded file:border file:border-line-strong file:bg-surface file:px-2.5 file:text-sm file:font-medium file:text-ink hover:file:bg-sunken`}
            />
          )}
        </Field>
        <TextAreaField
          label={t("form.paste")}
          hint={t("form.pasteHint")}
          name="rows"
          defaultValue={given}
          rows={9}
          spellCheck={false}
          autoComplete="off"
          className="font-mono text-[0.8125rem]"
        />
        {reasons !== null && (
          <RowsReason
            {...reasons}
            areRowsWithout={areRowsWithout}
            fault={reasonFault}
            isSending={isSending}
          />
        )}
        {asked === null && notice}
        <Button type="submit" variant="primary" busy={isSending}>
          {t("form.submit")}
        </Button>
      </form>
    </>
  );
}

function UploadNotice({ outcome }: { outcome: Shown }) {
  const t = useTranslations("bulk");
  if (outcome.kind === "signed_out") return <SignedOut />;
  return (
    <Notice tone="danger" role="alert" title={t("form.failed")}>
      <p>
        {outcome.kind === "file_fault" ? <FileFaultText fault={outcome.fault} /> : t(WORDS[outcome.kind])}
      </p>
    </Notice>
  );
}

const WORDS = {
  both: "form.both",
  neither: "form.neither",
  unreachable: "form.unreachable",
  invalid: "form.invalid",
  forbidden: "action.forbidden",
} as const;

async function upload({
  kind,
  name,
  body,
  reason,
  layout,
}: Upload): Promise<CreateBulkOutcome | { kind: "unreachable" }> {
  try {
    const response = await fetch(pageAddress(paths.api.createBulk({ kind, name })), {
      method: "POST",
      body,
      headers: {
        "content-type": "application/octet-stream",
        ...(reason !== "" && { [BULK_REASON_HEADER]: encodeURIComponent(reason) }),
        ...(layout !== null && { [BULK_LAYOUT_HEADER]: encodeURIComponent(JSON.stringify(layout)) }),
      },
    });
    if (response.status === 401) return { kind: "signed_out" };
    if (response.status >= 500) return { kind: "unreachable" };
    return (await response.json()) as CreateBulkOutcome;
  } catch {
    return { kind: "unreachable" };
  }
}
