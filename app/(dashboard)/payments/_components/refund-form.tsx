"use client";

import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { DIALOG_END } from "@/components/ui/dialog";
import { Checkbox } from "@/components/ui/controls";
import { ReasonFields } from "@/components/refunds/reason-fields";
import { DuplicateRefunds } from "@/components/refunds/duplicate-refunds";
import { displayAmount, displayMoney, formatPaise, parseAmount } from "@/lib/money";
import { isTextMissing, type ReasonOption, reasonText, splitReasonText } from "@/lib/reasons/reason";
import type { ContactView } from "@/lib/payments/contact-view";
import type { BalanceView } from "@/lib/refunds/balance-view";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { ApprovalLimitView, FailedRefundView, OwnLimitView } from "@/lib/refunds/refund-form-view";
import type { RefundFormRequest } from "@/lib/requests/request-state";
import { NeedsApproval } from "./needs-approval";
import { RefundAmountField } from "./refund-amount-field";
import { RefundBalance } from "./refund-balance";
import { NotFailedNotice, remainingInRefusal, RefundProblemNotice } from "./refund-notices";
import { exceededLimit, previewRefund, type RefundPreview } from "./refund-preview";
import { RefundRecipient } from "./refund-recipient";
import { amountFaultText, useAmountFault } from "./use-amount-fault";
import type { CorrectableOutcome, Entered } from "./use-refund-request";

type RefundFormProps = {
  payment: PaymentView;
  customer: ContactView | null;
  currency: string;
  balance: BalanceView;
  approvalLimit: ApprovalLimitView | null;
  ownLimit: OwnLimitView | null;
  reasons: readonly ReasonOption[];
  isReasonRequired: boolean;
  again: FailedRefundView | null;
  /** The refund request that it accepts. */
  request: RefundFormRequest | null;
  /** What the user entered before an obstacle came up; null for a new form. */
  entered: { amount: string; reason: string } | null;
  /** Why the last submission refunded nothing. */
  problem: CorrectableOutcome | null;
  isSending: boolean;
  onSubmit: (entered: Entered) => Promise<void>;
};

type Entry = { amount: string; reason: string; note: string; isSeparate: boolean };

/** Two presses within it are one. */
const DOUBLE_PRESS_MS = 300;

/**
 * Only the button, which names the amount, sends the refund. It is not a submit button: Enter in a field, or "Go" on a
 * phone's keyboard, moves to what is missing or wrong, or else to the button.
 */
export function RefundForm({
  payment,
  customer,
  currency,
  balance,
  approvalLimit,
  ownLimit,
  reasons,
  isReasonRequired,
  again,
  request,
  entered,
  problem,
  isSending,
  onSubmit,
}: RefundFormProps) {
  const t = useTranslations("refund");
  const tDuplicate = useTranslations("duplicateRefund");
  const filled = request?.kind === "open" ? request : again?.kind === "failed" ? again : null;
  const begun = entered ?? filled ?? { amount: "", reason: "" };
  const { control, register, handleSubmit, setError, setFocus, setValue, trigger, formState } =
    useForm<Entry>({
      defaultValues: {
        amount: begun.amount,
        ...fieldsOf(reasons, begun.reason),
        isSeparate: false,
      },
    });
  const chosen = useWatch({ control, name: "reason" });
  // An admin may require one since the form was opened.
  const isRequired =
    isReasonRequired ||
    (problem?.kind === "invalid" && problem.field === "reason" && problem.fault === "required");
  const previewOf = (typed: string): RefundPreview => previewRefund(typed, balance.left, currency);
  const preview = previewOf(useWatch({ control, name: "amount" }));
  const leftPaise = parseAmount(balance.left);
  const exceeded = exceededLimit(preview, approvalLimit);
  // The warning is about the amount that was sent: a different amount is no duplicate of these.
  const question =
    problem?.kind === "likely_duplicate" &&
    "amountPaise" in preview &&
    formatPaise(preview.amountPaise) === problem.amount
      ? problem
      : null;
  const shownProblem = useRef<CorrectableOutcome | null>(null);
  const recipientId = useId();
  const approvalId = `${recipientId}-approval`;
  const sendButton = useRef<HTMLButtonElement>(null);
  const movedAt = useRef(-DOUBLE_PRESS_MS);

  useEffect(() => setFocus("amount"), [setFocus]);
  // An amount that was filled in may be more than what is left now.
  useEffect(() => {
    if (filled !== null && entered === null) void trigger("amount");
  }, [filled, entered, trigger]);

  const amountFault = useAmountFault(currency);
  const faultOf = (amount: RefundPreview): string | true => {
    const left = ownLimit === null ? null : parseAmount(ownLimit.left);
    return ownLimit !== null &&
      left?.ok === true &&
      amount.kind === "possible" &&
      amount.amountPaise > left.value
      ? limitText(t, ownLimit, currency)
      : amountFault(amount);
  };

  // The server's error about the amount is shown at the amount field, like the form's own.
  useEffect(() => {
    if (problem === null || problem === shownProblem.current) return;
    shownProblem.current = problem;
    // Asked above the form, which takes the focus.
    if (problem.kind === "waiting_request") return;
    if (problem.kind === "likely_duplicate") {
      // Duplicates that were found since must be confirmed again.
      setValue("isSeparate", false);
      setFocus("isSeparate");
      return;
    }
    const left = remainingInRefusal(problem, currency);
    const message =
      problem.kind === "above_limit"
        ? limitText(t, problem, currency)
        : left !== null
          ? t("fault.tooMuch", { left })
          : problem.kind === "invalid" && problem.field === "amount" && amountFaultText(t, problem);
    if (message !== false) setError("amount", { message }, { shouldFocus: true });
  }, [problem, currency, setError, setFocus, setValue, t]);

  const submit = handleSubmit(async ({ amount, reason, note, isSeparate }) => {
    const wanted = previewOf(amount);
    if (wanted.kind !== "possible") return;
    const listed = reasons.find(({ code }) => code === reason);
    // What is sent is the amount that the button names.
    await onSubmit({
      amount: formatPaise(wanted.amountPaise),
      reason: reasonText(listed?.name ?? "", note),
      reasonCode: listed?.code ?? null,
      confirmedDuplicates:
        question !== null && isSeparate ? question.duplicates.map(({ intentId }) => intentId) : [],
      isApprovalExpected: exceeded !== null,
    });
  });

  const checkAmount = (isWorthIt: boolean): void => {
    if (isWorthIt) void trigger("amount");
  };

  const moveOn = async (): Promise<void> => {
    if (!(await trigger(undefined, { shouldFocus: true }))) return;
    sendButton.current?.focus();
    movedAt.current = performance.now();
  };
  const onEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const isInButton = event.target instanceof HTMLButtonElement;
    // A key that is held, or pressed twice at once, sends nothing.
    const isTooSoon = event.repeat || performance.now() - movedAt.current < DOUBLE_PRESS_MS;
    if (!isInButton || isTooSoon) event.preventDefault();
    if (!isInButton && !event.repeat) void moveOn();
  };

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={onEnter} className="space-y-4">
      <RefundBalance
        balance={balance}
        currency={currency}
        afterPaise={preview.kind === "possible" ? preview.leftAfterPaise : null}
      />
      {again !== null && again.kind !== "failed" && <NotFailedNotice again={again} currency={currency} />}
      {problem !== null && <RefundProblemNotice problem={problem} />}
      <RefundAmountField
        input={register("amount", {
          validate: (typed) => faultOf(previewOf(typed)),
          onBlur: (event: ChangeEvent<HTMLInputElement>) => checkAmount(event.target.value.trim() !== ""),
          onChange: () => checkAmount(formState.errors.amount !== undefined),
        })}
        leftPaise={leftPaise.ok ? leftPaise.value : 0n}
        currency={currency}
        error={formState.errors.amount?.message}
        isSending={isSending}
        onFill={(amount, isByKey) => {
          setValue("amount", amount, { shouldValidate: true });
          // Not to the button: a key that is pressed twice must not send the refund.
          if (isByKey) setFocus("amount");
        }}
      />
      <ReasonFields
        reasons={reasons}
        chosen={chosen}
        isRequired={isRequired}
        reason={register("reason", {
          deps: "note",
          validate: (code) => !isRequired || code !== "" || t("fault.needsReason"),
        })}
        note={register("note", {
          validate: (note, { reason }) => !isTextMissing(reasons, reason, note) || t("fault.needsText"),
        })}
        reasonError={formState.errors.reason?.message}
        noteError={formState.errors.note?.message}
        isSending={isSending}
      />
      {question !== null && (
        <DuplicateRefunds found={question} next={tDuplicate("refundNext")}>
          <Checkbox
            label={tDuplicate("confirm", { amount: displayAmount(question.amount, question.currency) })}
            {...register("isSeparate", { validate: (isSeparate) => isSeparate || tDuplicate("needed") })}
            disabled={isSending}
            aria-invalid={formState.errors.isSeparate !== undefined}
            aria-describedby={`${recipientId}-needed`}
            className="font-medium"
          />
          <p id={`${recipientId}-needed`} className="text-danger">
            {formState.errors.isSeparate?.message}
          </p>
        </DuplicateRefunds>
      )}
      <div>
        <RefundRecipient id={recipientId} customer={customer} reference={payment.reference} />
        <NeedsApproval id={approvalId} preview={preview} exceeded={exceeded} currency={currency} />
      </div>
      <div className={DIALOG_END}>
        <Button
          ref={sendButton}
          variant="primary"
          busy={isSending}
          aria-label={
            exceeded !== null && "amountPaise" in preview
              ? t("form.requestApprovalNamed", { amount: displayMoney(preview.amountPaise, currency) })
              : undefined
          }
          aria-describedby={exceeded === null ? recipientId : `${recipientId} ${approvalId}`}
          onClick={() => void submit()}
          className="w-full"
        >
          {exceeded !== null
            ? t("form.requestApproval")
            : "amountPaise" in preview
              ? t("form.submitAmount", { amount: displayMoney(preview.amountPaise, currency) })
              : t("form.submit")}
        </Button>
      </div>
    </form>
  );
}

/** What the role allows of the payment, and whom to ask for more. */
function limitText(
  t: ReturnType<typeof useTranslations<"refund">>,
  { limit, left, mayRequest }: OwnLimitView,
  currency: string,
): string {
  return t("fault.aboveLimit", {
    limit: displayAmount(limit, currency),
    left: displayAmount(left, currency),
    mayRequest: mayRequest ? "yes" : "no",
  });
}

/** The two fields of a reason's text. One that begins with no listed reason is all note. */
function fieldsOf(reasons: readonly ReasonOption[], text: string): { reason: string; note: string } {
  const split = splitReasonText(reasons, text);
  return split === null ? { reason: "", note: text } : { reason: split.reason.code, note: split.rest };
}
