"use client";

import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { ReasonFields } from "@/components/refunds/reason-fields";
import { Button } from "@/components/ui/button";
import { DIALOG_END } from "@/components/ui/dialog";
import { displayMoney, formatPaise, parseAmount } from "@/lib/money";
import { isTextMissing } from "@/lib/reasons/reason";
import { requestReason } from "@/lib/requests/request-reason";
import type { RequestFormView } from "@/lib/requests/request-views";
import { RefundAmountField } from "./refund-amount-field";
import { RefundBalance } from "./refund-balance";
import { previewRefund } from "./refund-preview";
import { useAmountFault } from "./use-amount-fault";
import { RequestProblemNotice } from "./request-notices";
import type { EnteredRequest, ShownRequestOutcome } from "./use-request-submission";

type RequestFormProps = {
  view: Extract<RequestFormView, { kind: "ready" }>;
  /** Why the last submission requested nothing. */
  problem: ShownRequestOutcome | null;
  isSending: boolean;
  onSubmit: (entered: EnteredRequest) => Promise<void>;
};

type Entry = { amount: string; reason: string; note: string };

/** Amount, reason and a note for finance. Nothing is reserved, and finance can change the amount. */
export function RequestForm({ view, problem, isSending, onSubmit }: RequestFormProps) {
  const t = useTranslations("requests.form");
  const tRefund = useTranslations("refund");
  const { balance, currency, reasons } = view;
  // An admin may require one since the form was opened.
  const isRequired = view.isReasonRequired || (problem?.kind === "invalid" && problem.fault === "required");
  const amountFault = useAmountFault(currency);
  const { control, register, handleSubmit, setFocus, setValue, trigger, formState } = useForm<Entry>({
    defaultValues: { amount: "", reason: "", note: "" },
  });
  const preview = previewRefund(useWatch({ control, name: "amount" }), balance.left, currency);
  const chosen = useWatch({ control, name: "reason" });
  const left = parseAmount(balance.left);
  useEffect(() => setFocus("amount"), [setFocus]);

  const submit = handleSubmit(async ({ amount, reason, note }) => {
    const wanted = previewRefund(amount, balance.left, currency);
    if (wanted.kind !== "possible") return;
    await onSubmit({ amount: formatPaise(wanted.amountPaise), ...requestReason(reasons, reason, note) });
  });

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <RefundBalance
        balance={balance}
        currency={currency}
        afterPaise={preview.kind === "possible" ? preview.leftAfterPaise : null}
      />
      {problem !== null && <RequestProblemNotice problem={problem} />}
      <RefundAmountField
        input={register("amount", {
          validate: (typed) => amountFault(previewRefund(typed, balance.left, currency)),
          onChange: () => {
            if (formState.errors.amount !== undefined) void trigger("amount");
          },
        })}
        leftPaise={left.ok ? left.value : 0n}
        currency={currency}
        error={formState.errors.amount?.message}
        isSending={isSending}
        onFill={(amount, isByKey) => {
          setValue("amount", amount, { shouldValidate: true });
          if (isByKey) setFocus("reason");
        }}
      />
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
        noteHint={t("noteHint")}
        isSending={isSending}
      />
      <div className={DIALOG_END}>
        <Button type="submit" variant="primary" busy={isSending} className="w-full">
          {"amountPaise" in preview
            ? t("submitAmount", { amount: displayMoney(preview.amountPaise, currency) })
            : t("submit")}
        </Button>
      </div>
    </form>
  );
}
