import { z } from "zod";
import { optionalText } from "../json-client";

/** The fields read from Adyen's responses. Statuses are plain strings, because Adyen adds new ones. */
const linkId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const pspReference = z.string().regex(/^[A-Za-z0-9]{1,64}$/);

export const linkSchema = z.object({
  id: linkId,
  status: z.string(),
  reference: z.string(),
  url: z.string().nullish(),
});
export type AdyenLink = z.infer<typeof linkSchema>;

export const refundSchema = z.object({ pspReference, paymentPspReference: pspReference });

export const errorSchema = z.looseObject({
  errorCode: optionalText,
  errorType: optionalText,
  message: optionalText,
  pspReference: optionalText,
});
