"use client";

import { useEffect, useId, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { displayAmount } from "@/lib/money";
import type { OpenFormRequest } from "@/lib/requests/request-state";

/** What a person said about the request of a payment that waits: the refund fulfils it, or is in addition to it. */
export type RequestAnswer = { requestId: string; steps: number; isFulfilled: boolean };

/** The answer about this request as it is shown. About another one, or about this one before it changed, it is none. */
export function answerTo(
  request: OpenFormRequest | null,
  answer: RequestAnswer | null,
): RequestAnswer | null {
  return request?.requestId === answer?.requestId && request?.steps === answer?.steps ? answer : null;
}

/** What is submitted with the answer: a request that the refund is in addition to is confirmed like a duplicate. */
export function withAnswer<Entered extends { confirmedDuplicates: string[] }>(
  answer: RequestAnswer | null,
  entered: Entered,
): Entered & { requestId?: string; requestSteps?: number } {
  if (answer === null) return entered;
  const { requestId, steps: requestSteps } = answer;
  if (answer.isFulfilled) return { ...entered, requestId, requestSteps };
  return { ...entered, requestSteps, confirmedDuplicates: [...entered.confirmedDuplicates, requestId] };
}

type WaitingRequestChoiceProps = {
  /** One's own can only be refunded in addition, and one beside that which the refund fulfils. */
  request: OpenFormRequest & { isOwn?: boolean; isBeside?: true };
  currency: string;
  answer: RequestAnswer | null;
  /** The server's question, where one was sent without an answer: it moves the focus here. */
  asked: object | null;
  isSending: boolean;
  onAnswer: (answer: RequestAnswer) => void;
};

/** A refund request of the payment waits: whether the refund fulfils it. Nothing is sent without an answer (decision 0278). */
export function WaitingRequestChoice({
  request,
  currency,
  answer,
  asked,
  isSending,
  onAnswer,
}: WaitingRequestChoiceProps) {
  const t = useTranslations("duplicateRefund.waiting");
  const group = useId();
  const first = useRef<HTMLInputElement>(null);
  const { requestId, steps, isOwn = false, isBeside = false, note } = request;
  const hint = isOwn ? "besideOwn" : isBeside ? "besideOther" : "besideHint";
  const given = answerTo(request, answer);
  const isMissing = asked !== null && given === null;
  useEffect(() => {
    if (asked !== null) first.current?.focus();
  }, [asked]);
  const title = t("title", {
    person: request.requestedBy,
    amount: displayAmount(request.amount, currency),
  });
  return (
    <Notice tone={isMissing ? "warning" : "info"} title={<bdi>{title}</bdi>}>
      {note !== null && (
        <p className="whitespace-pre-line">
          <ForeignText>{note}</ForeignText>
        </p>
      )}
      <fieldset aria-describedby={isMissing ? `${group}-needed` : undefined}>
        <legend className="mb-1 font-medium">{t("question")}</legend>
        {(isOwn || isBeside ? [false] : [true, false]).map((isFulfilled, index) => (
          <label key={String(isFulfilled)} className="flex min-h-8 touch-target items-start gap-2 py-1">
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name={group}
              checked={given?.isFulfilled === isFulfilled}
              disabled={isSending}
              className="mt-0.5 size-4 shrink-0 accent-accent-solid"
              onChange={() => onAnswer({ requestId, steps, isFulfilled })}
            />
            <span className="min-w-0">
              {t(isFulfilled ? "fulfils" : "beside")}
              {!isFulfilled && <span className="block text-ink-muted">{t(hint)}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <p id={`${group}-needed`} role="alert" className="text-danger">
        {isMissing && t("needed")}
      </p>
    </Notice>
  );
}
