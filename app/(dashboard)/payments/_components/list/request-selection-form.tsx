"use client";

import { useForm, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { ReasonFields } from "@/components/refunds/reason-fields";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { DIALOG_END } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TEXT_LIMITS } from "@/lib/contract/limits";
import { isTextMissing, type ReasonOption } from "@/lib/reasons/reason";
import { requestReason } from "@/lib/requests/request-reason";
import {
  MAX_REQUEST_TEXT,
  type RequestRefundsInput,
  type RequestRefundsOutcome,
} from "@/lib/requests/request-views";
import { RefundForbiddenNotice } from "../refund-notices";

export type EnteredSelection = Pick<RequestRefundsInput, "reason" | "reasonCode" | "note">;
/** The browser lost the connection: sending again under the same id requests nothing twice. */
type ShownSelectionOutcome = RequestRefundsOutcome | { kind: "cut_off" };

type RequestSelectionFormProps = {
  count: number;
  reasons: readonly ReasonOption[];
  isReasonRequired: boolean;
  /** Why the last submission requested nothing, or that its response was lost. */
  problem: ShownSelectionOutcome | null;
  isSending: boolean;
  onSubmit: (entered: EnteredSelection) => Promise<unknown>;
};

type Entry = { reason: string; note: string };

/** The reason and the note for finance of all selected payments. */
export function RequestSelectionForm({
  count,
  reasons,
  isReasonRequired,
  problem,
  isSending,
  onSubmit,
}: RequestSelectionFormProps) {
  const t = useTranslations("requests");
  const tRefund = useTranslations("refund");
  const { control, register, handleSubmit, formState } = useForm<Entry>({
    defaultValues: { reason: "", note: "" },
  });
  const chosen = useWatch({ control, name: "reason" });
  // An admin may require one since the dialog was opened.
  const isRequired = isReasonRequired || (problem?.kind === "invalid" && problem.fault === "required");
  const submit = handleSubmit(({ reason, note }) => onSubmit(requestReason(reasons, reason, note)));
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem !== null && <Problem problem={problem} />}
      <ReasonFields
        reasons={reasons}
        chosen={chosen}
        isRequired={isRequired}
        reason={register("reason", {
          deps: "note",
          validate: (code) => !isRequired || code !== "" || tRefund("fault.needsReason"),
        })}
        note={register("note", {
          validate: (text, { reason }) => !isTextMissing(reasons, reason, text) || tRefund("fault.needsText"),
        })}
        reasonError={formState.errors.reason?.message}
        noteError={formState.errors.note?.message}
        noteHint={t("form.noteHint")}
        isSending={isSending}
      />
      <div className={DIALOG_END}>
        <Button type="submit" variant="primary" busy={isSending} className="w-full">
          {t("selection.submit", { n: count })}
        </Button>
      </div>
    </form>
  );
}

function Problem({ problem }: { problem: ShownSelectionOutcome }) {
  const t = useTranslations("requests.problem");
  const tRefund = useTranslations("refund");
  switch (problem.kind) {
    case "invalid":
      return (
        <Notice tone="danger" role="alert" title={t("title")}>
          <p>
            {tRefund(`invalid.${problem.fault}`, {
              max: problem.field === "note" ? MAX_REQUEST_TEXT : TEXT_LIMITS.refund_reason,
            })}
          </p>
        </Notice>
      );
    case "cut_off":
      return (
        <Notice tone="warning" role="alert" title={t("cutOff")}>
          <p>{t("cutOffBody")}</p>
        </Notice>
      );
    case "forbidden":
      return <RefundForbiddenNotice />;
    case "signed_out":
      return <SignedOut />;
    case "done":
      return null;
  }
}
