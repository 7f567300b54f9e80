import { z } from "zod";
import { EMAIL } from "../email";
import { parseAmount } from "../money";
import {
  codePointLength,
  HASH_SEPARATOR,
  isAcceptedText,
  isBlank,
  isStorableText,
  MAX_REFERENCE_CODE_POINTS,
} from "../text";
import { parseCurrency } from "./currencies";
import { TEXT_LIMITS } from "./limits";
import { CARD_SCHEMES, PAYMENT_METHODS } from "./statuses";

/**
 * The request bodies of the five endpoints (specification 4), for the API document. The service parses these bodies
 * itself, because it validates hashed values character by character; a test sends it what these schemas accept and
 * refuse, so that both agree.
 */

const MIN_AMOUNT_PAISE = 100n;
/** The largest amount: 13 digits before the point (decision 0025). */
const MAX_AMOUNT = 9_999_999_999_999.99;

/** zod needs functions, JSON Schema keywords: each check has its keyword beside it. */
const text = z.string().refine(isStorableText);
/** A text that is newly stored; a text that is only looked up may be older than the check. */
const newText = z.string().refine(isAcceptedText);

function atMost(schema: z.ZodString, maxCodePoints: number): z.ZodString {
  return schema.refine((value) => codePointLength(value) <= maxCodePoints).meta({ maxLength: maxCodePoints });
}

/** An identifier; `maxCodePoints` is null where the specification sets no limit. */
function reference(maxCodePoints: number | null, description: string): z.ZodType<string> {
  return text
    .refine((value) => !isBlank(value))
    .refine((value) => maxCodePoints === null || codePointLength(value) <= maxCodePoints)
    .meta({
      description,
      minLength: 1,
      ...(maxCodePoints === null ? {} : { maxLength: maxCodePoints }),
      pattern: "\\S",
    });
}

function freeText(maxCodePoints: number, description: string): z.ZodType<string | null | undefined> {
  return atMost(newText, maxCodePoints).nullish().meta({ description });
}

/** A pattern that matches ASCII words in any case; JSON Schema has no flag for it. */
function anyCase(words: readonly string[]): RegExp {
  const alternatives = words.map((word) =>
    word.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`),
  );
  return new RegExp(`^(?:${alternatives.join("|")})$`);
}

const AMOUNT_AS_SENT =
  "Sent as it was hashed: 1499.00 and 1499.0 give different hashes, as a string and as a number alike.";

function amount(pattern: string, minPaise: bigint, asNumber: z.ZodNumber, description: string) {
  return z
    .union([
      z
        .string()
        .refine((value) => {
          const parsed = parseAmount(value);
          return parsed.ok && parsed.value >= minPaise;
        })
        .meta({ pattern }),
      asNumber.max(MAX_AMOUNT).meta({ description: "At most two decimals, no exponent." }),
    ])
    .meta({ description: `${description} ${AMOUNT_AS_SENT}` });
}

const emailText = atMost(z.string().regex(EMAIL), TEXT_LIMITS.customer_email).meta({
  description: "A valid e-mail address.",
});
const phoneText = z
  .string()
  .regex(/^[0-9]{7,15}$/)
  .meta({ description: "Digits only, 7 to 15 of them." });

const customerDetails = z
  .looseObject({
    customer_email: emailText.nullish(),
    customer_phone: phoneText.nullish(),
    customer_name: freeText(TEXT_LIMITS.customer_name, "Free text."),
  })
  .refine((details) => typeof (details.customer_email ?? details.customer_phone) === "string")
  .meta({
    description: "At least one of customer_email and customer_phone.",
    anyOf: [
      { required: ["customer_email"], properties: { customer_email: { type: "string" } } },
      { required: ["customer_phone"], properties: { customer_phone: { type: "string" } } },
    ],
  });

const returnUrl = z
  .string()
  .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/u)
  .refine((value) => URL.canParse(value) && !/^[a-z]+:\/\/[^/?#]*@/i.test(value) && isAcceptedText(value));

/** The body of `initiate_payment` (specification 4.1). */
export const initiatePaymentRequestSchema = z.looseObject({
  merchant_transaction_id: newText
    .refine((value) => !isBlank(value) && !value.includes(HASH_SEPARATOR))
    .refine((value) => codePointLength(value) <= MAX_REFERENCE_CODE_POINTS)
    .meta({
      description: 'Your reference of the payment, unique among yours. It must not contain "|".',
      minLength: 1,
      maxLength: MAX_REFERENCE_CODE_POINTS,
      pattern: "^[^|]*[^|\\s][^|]*$",
    }),
  transaction_amount: amount(
    "^(?=[0-9]{1,13}(?:\\.|$))0*[1-9][0-9]*(?:\\.[0-9]{1,2})?$",
    MIN_AMOUNT_PAISE,
    z.number().min(1),
    "In rupees unless currency says otherwise; at least 1.00.",
  ),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .refine((value) => parseCurrency(value) !== null)
    .nullish()
    .meta({ description: "An ISO 4217 code in any case; INR unless given." }),
  customer_details: customerDetails,
  payment_method: z.enum(PAYMENT_METHODS).nullish().meta({ description: "Used by routing rules." }),
  card_scheme: z
    .string()
    .regex(anyCase(CARD_SCHEMES))
    .nullish()
    .meta({ description: `One of ${CARD_SCHEMES.join(", ")}, in any case. Used by routing rules.` }),
  issuing_bank: newText
    .refine((value) => !isBlank(value) && value.length <= TEXT_LIMITS.issuing_bank)
    .meta({ minLength: 1, maxLength: TEXT_LIMITS.issuing_bank, pattern: "\\S" })
    .nullish()
    .meta({ description: "A short bank code in any case. Used by routing rules." }),
  udf1: freeText(TEXT_LIMITS.udf1, "Yours; comes back on status and in webhooks."),
  udf2: freeText(TEXT_LIMITS.udf2, "Like udf1."),
  udf3: freeText(TEXT_LIMITS.udf3, "Like udf1."),
  surl: atMost(returnUrl, TEXT_LIMITS.surl).nullish().meta({
    description:
      "Where the customer goes after success: an absolute http or https URL without user name and password.",
  }),
  furl: atMost(returnUrl, TEXT_LIMITS.furl).nullish().meta({
    description:
      "Where the customer goes otherwise: an absolute http or https URL without user name and password.",
  }),
});

/** The body of `transaction-status` (specification 4.2). */
export const transactionStatusRequestSchema = z.looseObject({
  merchant_transaction_id: reference(MAX_REFERENCE_CODE_POINTS, "Your reference of the payment."),
});

/** The body of `transaction-cancel` (specification 4.3). */
export const cancelRequestSchema = z.looseObject({
  merchant_transaction_id: reference(
    null,
    "Your reference of the payment. Its most recent record is cancelled.",
  ),
});

/** The body of `refund-initiate/` (specification 4.4). */
export const initiateRefundRequestSchema = z.looseObject({
  transaction_id: reference(
    MAX_REFERENCE_CODE_POINTS,
    "The transaction_id of the payment, not your reference.",
  ),
  refund_amount: amount(
    "^(?=[0-9]{1,13}(?:\\.|$))(?=.*[1-9])[0-9]+(?:\\.[0-9]{1,2})?$",
    1n,
    z.number().positive(),
    "Greater than 0 and at most what remains refundable.",
  ),
  refund_reason: freeText(TEXT_LIMITS.refund_reason, "Free text."),
});

/** The body of `refund-status/` (specification 4.5). */
export const refundStatusRequestSchema = z.looseObject({
  refund_id: reference(null, "The refund_id that refund-initiate/ answered."),
});
