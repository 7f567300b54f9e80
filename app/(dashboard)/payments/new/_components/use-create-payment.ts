"use client";

import { useActionState, useRef, useState, type SubmitEvent } from "react";
import type { NewPaymentForm } from "@/lib/payments/new-payment-view";
import { createPaymentAction } from "../actions";
import { entryOf } from "./new-payment-entry";

export type CreatePayment = {
  form: NewPaymentForm;
  /** The browser lost the connection to Paydeck during the submission: it may still have taken effect. */
  isLost: boolean;
  isSending: boolean;
  formAction: (sent: FormData) => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/**
 * Allows one submission at a time. Before hydration the browser posts the form natively to the same action; after it, a
 * lost connection is an outcome to show, not an error page.
 */
export function useCreatePayment(fresh: NewPaymentForm): CreatePayment {
  const [posted, formAction] = useActionState(createPaymentAction, fresh);
  const [sent, setSent] = useState<{ form: NewPaymentForm; isLost: boolean } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const sending = useRef(false);
  const { form, isLost } = sent ?? { form: posted, isLost: false };

  const send = async (data: FormData): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setIsSending(true);
    try {
      setSent({ form: await createPaymentAction(form, data), isLost: false });
    } catch {
      const { intentId } = form;
      setSent({ form: { intentId, entry: entryOf(data), wasUnknown: true, outcome: null }, isLost: true });
    } finally {
      sending.current = false;
      setIsSending(false);
    }
  };

  return {
    form,
    isLost,
    isSending,
    formAction,
    onSubmit: (event) => {
      event.preventDefault();
      void send(new FormData(event.currentTarget));
    },
  };
}
