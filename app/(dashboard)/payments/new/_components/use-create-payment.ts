"use client";

import { useActionState, useRef, useState, type SubmitEvent } from "react";
import type { NewPaymentForm } from "@/lib/payments/new-payment-view";
import { createPaymentAction } from "../actions";
import { entryOf } from "./new-payment-entry";

export type CreatePayment = {
  form: NewPaymentForm;
  /** The browser lost Paydeck while the form was on its way: it may have been carried out all the same. */
  isLost: boolean;
  isSending: boolean;
  formAction: (sent: FormData) => void;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/**
 * Sends the form once at a time. Before the page has come alive the browser posts it by itself, to the same action; after
 * that a connection that breaks is an outcome to tell, not an error page.
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
