"use server";

import { randomUUID } from "node:crypto";
import { textOf } from "@/lib/form";
import type { NewPaymentForm } from "@/lib/payments/new-payment-view";
import { createPayment } from "@/server/dashboard/payments/commands/create-payment";
import { currentCtx } from "@/server/dashboard/context";
import { entryOf, INTENT_FIELD, WAS_UNKNOWN_FIELD } from "./_components/new-payment-entry";

/**
 * Sends a form and returns its next state. After a known outcome the form gets a new id, since the next request is a
 * new one; after an unknown outcome it keeps its id, so that sending it again repeats the same request.
 */
export async function createPaymentAction(_before: NewPaymentForm, sent: FormData): Promise<NewPaymentForm> {
  const form = {
    intentId: textOf(sent, INTENT_FIELD),
    entry: entryOf(sent),
    wasUnknown: textOf(sent, WAS_UNKNOWN_FIELD) !== "",
  };
  const ctx = await currentCtx();
  if (ctx === null) return { ...form, outcome: { kind: "signed_out" } };
  const outcome = await createPayment(ctx, form);
  switch (outcome.kind) {
    case "unknown":
      return { ...form, wasUnknown: true, outcome };
    // About the user, not about the request.
    case "forbidden":
    case "signed_out":
      return { ...form, outcome };
    case "created":
    case "failed":
    case "invalid":
    case "exists":
    case "refused":
    case "not_sent":
      return { ...form, intentId: randomUUID(), wasUnknown: false, outcome };
  }
}
