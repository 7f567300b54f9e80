"use client";

import { useEffect, useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useLocale, useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Checkbox, SelectField, TextAreaField, TextField } from "@/components/ui/controls";
import { DIALOG_END } from "@/components/ui/dialog";
import { localOfInstant } from "@/components/ui/local-time";
import { useNow } from "@/components/ui/use-now";
import {
  MANUAL_REFUND_METHODS,
  MAX_MANUAL_REFUND_TEXT,
  MAX_TRANSFER_REFERENCE,
} from "@/lib/manual-refunds/manual-refund-views";
import { DuplicateRefunds } from "@/components/refunds/duplicate-refunds";
import {
  answerTo,
  type RequestAnswer,
  WaitingRequestChoice,
  withAnswer,
} from "@/components/refunds/waiting-request-choice";
import { displayAmount, displayMoney, formatPaise, parseAmount } from "@/lib/money";
import type { PaymentView } from "@/lib/payments/payment-view";
import { isTextMissing, type ReasonOption, reasonOptions } from "@/lib/reasons/reason";
import type { WaitingRequest } from "@/lib/requests/request-state";
import type { BalanceView } from "@/lib/refunds/balance-view";
import { ManualRefundProblem, ManualRefundRecorded } from "./manual-refund-notices";
import { RefundAmountField } from "./refund-amount-field";
import { RefundBalance } from "./refund-balance";
import { previewRefund } from "./refund-preview";
import { useAmountFault } from "./use-amount-fault";
import { RefundSubject } from "./refund-subject";
import { type EnteredManualRefund, useManualRefundSubmission } from "./use-manual-refund-submission";

type Entry = Omit<EnteredManualRefund, "confirmedDuplicates" | "requestId" | "requestSteps"> & {
  isSeparate: boolean;
};

type ManualRefundFormProps = {
  payment: PaymentView;
  balance: BalanceView;
  reasons: readonly ReasonOption[];
  isReasonRequired: boolean;
  /** The refund request of the payment that waits, and whether this refund fulfils it. */
  waiting: WaitingRequest | null;
  answer: RequestAnswer | null;
  onAnswer: (answer: RequestAnswer, request: WaitingRequest) => void;
  /** The request that it was to fulfil has closed: the person may then record the refund without it. */
  onClosed: () => void;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  onClose: () => void;
};

/** Amount, method, day, reference and note of money that was returned without a gateway. Nothing is sent. */
export function ManualRefundForm({
  payment,
  balance,
  reasons,
  isReasonRequired,
  waiting,
  answer,
  onAnswer,
  onClosed,
  isSending,
  onSending,
  onClose,
}: ManualRefundFormProps) {
  const t = useTranslations("manualRefunds");
  const tRefund = useTranslations("refund");
  const tDuplicate = useTranslations("duplicateRefund");
  const locale = useLocale();
  const { currency } = payment;
  const amountFault = useAmountFault(currency);
  const nowMs = useNow();
  const today =
    nowMs === null ? "" : localOfInstant(new Date(nowMs).toISOString()).slice(0, "YYYY-MM-DD".length);
  const { outcome, submit } = useManualRefundSubmission({ payment, onSending, onClosed });
  const asked = outcome?.kind === "waiting_request" ? outcome : null;
  const request = asked?.request ?? waiting;
  const { control, register, handleSubmit, setFocus, setValue, formState } = useForm<Entry>({
    defaultValues: {
      amount: "",
      method: "",
      paidOn: today,
      transferReference: "",
      reasonCode: "",
      note: "",
      isSeparate: false,
    },
  });
  const preview = previewRefund(useWatch({ control, name: "amount" }), balance.left, currency);
  // The warning is about the amount that was sent.
  const question =
    outcome?.kind === "likely_duplicate" &&
    "amountPaise" in preview &&
    formatPaise(preview.amountPaise) === outcome.amount
      ? outcome
      : null;
  const neededId = useId();
  const chosen = useWatch({ control, name: "reasonCode" });
  const isNoteNeeded = isTextMissing(reasons, chosen, "");
  const left = parseAmount(balance.left);
  useEffect(() => setFocus("amount"), [setFocus]);
  useEffect(() => {
    if (outcome?.kind !== "likely_duplicate") return;
    // Duplicates that were found since must be confirmed again.
    setValue("isSeparate", false);
    setFocus("isSeparate");
  }, [outcome, setFocus, setValue]);
  // What the server found wrong with a field is shown there, until the next submission.
  const rejected = outcome?.kind === "invalid" ? outcome : null;
  const errors = formState.errors;
  // An admin may require one since the form was opened.
  const isRequired = isReasonRequired || (rejected?.field === "reason" && rejected.fault === "required");

  if (outcome?.kind === "recorded") return <ManualRefundRecorded onClose={onClose} />;

  const send = handleSubmit(async ({ isSeparate, ...entered }) => {
    const wanted = previewRefund(entered.amount, balance.left, currency);
    if (wanted.kind !== "possible") return;
    const confirmed = question !== null && isSeparate ? question.duplicates : [];
    const confirmedDuplicates = confirmed.map(({ intentId }) => intentId);
    const amount = formatPaise(wanted.amountPaise);
    await submit(withAnswer(answerTo(request, answer), { ...entered, amount, confirmedDuplicates }));
  });
  const isFilled = (text: string): string | true => text.trim() !== "" || t("fault.text.missing");

  return (
    <>
      <RefundSubject payment={payment} />
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-sm text-ink-muted">{t("form.about")}</p>
        <RefundBalance
          balance={balance}
          currency={currency}
          afterPaise={preview.kind === "possible" ? preview.leftAfterPaise : null}
        />
        {request !== null && (
          <WaitingRequestChoice
            request={request}
            currency={currency}
            answer={answer}
            asked={asked}
            isSending={isSending}
            onAnswer={(given) => onAnswer(given, request)}
          />
        )}
        {outcome !== null && <ManualRefundProblem outcome={outcome} currency={currency} />}
        <RefundAmountField
          input={register("amount", {
            validate: (typed) => amountFault(previewRefund(typed, balance.left, currency)),
          })}
          leftPaise={left.ok ? left.value : 0n}
          currency={currency}
          error={errors.amount?.message}
          isSending={isSending}
          onFill={(amount, isByKey) => {
            setValue("amount", amount, { shouldValidate: true });
            if (isByKey) setFocus("method");
          }}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t("form.method")}
            error={errors.method?.message}
            disabled={isSending}
            options={[
              { value: "", label: t("form.choose") },
              ...MANUAL_REFUND_METHODS.map((value) => ({ value, label: t(`method.${value}`) })),
            ]}
            {...register("method", { validate: (chosen) => chosen !== "" || t("fault.method") })}
          />
          <TextField
            label={t("form.paidOn")}
            type="date"
            max={today}
            error={
              errors.paidOn?.message ??
              (rejected?.field === "paidOn" ? t(`fault.paidOn.${rejected.fault}`) : undefined)
            }
            readOnly={isSending}
            {...register("paidOn", { validate: (day) => day !== "" || t("fault.paidOn.missing") })}
          />
        </div>
        <TextField
          label={t("form.transferReference")}
          hint={t("form.transferReferenceHint")}
          maxLength={MAX_TRANSFER_REFERENCE}
          autoComplete="off"
          dir="auto"
          error={
            errors.transferReference?.message ??
            (rejected?.field === "transferReference"
              ? t(`fault.text.${rejected.fault}`, { max: MAX_TRANSFER_REFERENCE })
              : undefined)
          }
          readOnly={isSending}
          {...register("transferReference", { validate: isFilled })}
        />
        {reasons.length > 0 && (
          <SelectField
            label={tRefund("form.reason")}
            error={errors.reasonCode?.message}
            disabled={isSending}
            required={isRequired}
            options={[
              { value: "", label: tRefund(isRequired ? "form.chooseReason" : "form.noReason") },
              ...reasonOptions(reasons, locale),
            ]}
            {...register("reasonCode", {
              deps: "note",
              validate: (code) => !isRequired || code !== "" || tRefund("fault.needsReason"),
            })}
          />
        )}
        <TextAreaField
          label={t(isNoteNeeded ? "form.noteNeeded" : "form.note")}
          rows={2}
          dir="auto"
          maxLength={MAX_MANUAL_REFUND_TEXT}
          error={
            errors.note?.message ??
            (rejected?.field === "note"
              ? t(`fault.text.${rejected.fault}`, { max: MAX_MANUAL_REFUND_TEXT })
              : undefined)
          }
          readOnly={isSending}
          required={isNoteNeeded}
          {...register("note", {
            validate: (note, { reasonCode }) =>
              !isTextMissing(reasons, reasonCode, note) || tRefund("fault.needsText"),
          })}
        />
        {question !== null && (
          <DuplicateRefunds found={question} next={tDuplicate("recordNext")}>
            <Checkbox
              label={tDuplicate("confirm", { amount: displayAmount(question.amount, question.currency) })}
              {...register("isSeparate", { validate: (isSeparate) => isSeparate || tDuplicate("needed") })}
              disabled={isSending}
              aria-invalid={errors.isSeparate !== undefined}
              aria-describedby={neededId}
              className="font-medium"
            />
            <p id={neededId} className="text-danger">
              {errors.isSeparate?.message}
            </p>
          </DuplicateRefunds>
        )}
        <div className={DIALOG_END}>
          <Button type="submit" variant="primary" busy={isSending} className="w-full">
            {"amountPaise" in preview
              ? t("form.submitAmount", { amount: displayMoney(preview.amountPaise, currency) })
              : t("form.submit")}
          </Button>
        </div>
      </form>
    </>
  );
}
