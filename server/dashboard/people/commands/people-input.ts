import { z } from "zod";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { canonicalEmail } from "../../auth/canonical-email";

const MAX_NAME_LENGTH = 100;

/** E-mails are stored and compared in one spelling. */
export const emailSchema = z.string().max(254).transform(canonicalEmail).pipe(z.string());

/** Any script; no line break or other control character, which would forge lines in lists and logs (failure 39). */
export const nameSchema = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text !== "" && codePointLength(text) <= MAX_NAME_LENGTH)
  .refine((text) => isAcceptedText(text) && !/\p{Cc}/u.test(text));

export const personIdSchema = z.uuid();
