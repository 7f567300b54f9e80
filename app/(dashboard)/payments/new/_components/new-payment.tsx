"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { type NewPaymentForm, NEW_PAYMENT_FIELDS } from "@/lib/payments/new-payment-view";
import { CreatedPanel } from "./created-panel";
import { INTENT_FIELD, WAS_UNKNOWN_FIELD } from "./new-payment-entry";
import { NewPaymentFields } from "./new-payment-fields";
import { OutcomeNotice } from "./outcome-notice";
import { type CreatePayment, useCreatePayment } from "./use-create-payment";

type NewPaymentProps = { form: NewPaymentForm; suggestion: string };

/** The form with the outcome above it; once a payment exists, only its link. */
export function NewPayment({ form: fresh, suggestion }: NewPaymentProps) {
  const t = useTranslations("createPayment");
  const create = useCreatePayment(fresh);
  const { form, isLost, isSending } = create;
  const { outcome } = form;
  const place = useRef<HTMLDivElement>(null);

  // Focus moves to the first invalid field, or else to the outcome.
  useEffect(() => {
    if (outcome === null && !isLost) return;
    const faulty = document.querySelector<HTMLElement>("form [aria-invalid=true]");
    const folded = faulty?.closest("details");
    if (folded instanceof HTMLDetailsElement) folded.open = true;
    (faulty ?? place.current)?.focus();
  }, [outcome, isLost]);

  if (outcome?.kind === "created") {
    return (
      <div ref={place} tabIndex={-1} className="outline-none">
        <CreatedPanel created={outcome} />
      </div>
    );
  }
  // Changed fields under the same id would be another request, so the form is locked until the outcome is known.
  const isFrozen = form.wasUnknown;
  return (
    <div className="space-y-4">
      {(outcome !== null || isLost) && (
        <div ref={place} tabIndex={-1} className="outline-none">
          <OutcomeNotice outcome={outcome} actions={isFrozen ? <SendAgain create={create} /> : undefined} />
        </div>
      )}
      <form noValidate action={create.formAction} onSubmit={create.onSubmit}>
        <input type="hidden" name={INTENT_FIELD} value={form.intentId} />
        <fieldset disabled={isFrozen} className="space-y-4">
          <NewPaymentFields
            entry={form.entry}
            problems={outcome?.kind === "invalid" ? outcome.problems : {}}
            suggestion={suggestion}
          />
          {!isFrozen && (
            <div className="flex justify-end">
              <Button isPlain type="submit" variant="primary" busy={isSending}>
                {t("create")}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </div>
  );
}

/** Sends the same request under the same id. */
function SendAgain({ create: { form, isSending, formAction, onSubmit } }: { create: CreatePayment }) {
  const t = useTranslations("createPayment");
  return (
    <form action={formAction} onSubmit={onSubmit}>
      <input type="hidden" name={INTENT_FIELD} value={form.intentId} />
      <input type="hidden" name={WAS_UNKNOWN_FIELD} value="1" />
      {NEW_PAYMENT_FIELDS.map((field) => (
        <input key={field} type="hidden" name={field} value={form.entry[field]} />
      ))}
      <Button isPlain type="submit" size="sm" variant="primary" busy={isSending}>
        {t("sendAgain")}
      </Button>
    </form>
  );
}
