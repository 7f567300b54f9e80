import { parseCurrency } from "@/lib/contract/currencies";
import { TEXT_LIMITS } from "@/lib/contract/limits";
import { CARD_SCHEMES, PAYMENT_METHODS } from "@/lib/contract/statuses";
import { EMAIL } from "@/lib/email";
import { parseAmount } from "@/lib/money";
import { err, ok, type Result } from "@/lib/result";
import { HASH_SEPARATOR, isAcceptedText, MAX_REFERENCE_CODE_POINTS, NOT_ACCEPTED } from "@/lib/text";
import { hasThreeDecimals } from "@/lib/whole-currencies";
import type { Customer, PaymentRequest } from "../domain/payments/payment";
import type { FieldFault } from "./response";
import { faultOfIdentifier, INVALID_AMOUNT, readFormatted, readFreeText, REQUIRED } from "./fields";
import { isObject, type JsonObject, type JsonValue } from "./json-body";

const MIN_AMOUNT_PAISE = 100n;

/** Collects every field error of a request, so that the caller gets all of them at once (decision 0026). */
class Faults {
  readonly list: FieldFault[] = [];

  /** Returns the value, or `fallback` after recording the field error. */
  take<T>(field: string, read: Result<T, string>, fallback: T): T {
    if (read.ok) return read.value;
    this.list.push({ field, text: read.error });
    return fallback;
  }
}

/** Reads the body of `initiate_payment` (specification 4.1), after its hash has been accepted. */
export function readPaymentRequest(
  body: JsonObject,
  hashed: { reference: string; amount: string },
): Result<PaymentRequest, FieldFault[]> {
  const faults = new Faults();
  const request: PaymentRequest = {
    reference: faults.take("merchant_transaction_id", readReference(hashed.reference), ""),
    amountPaise: faults.take("transaction_amount", readAmount(hashed.amount, body.currency), 0n),
    currency:
      faults.take(
        "currency",
        readFormatted(body.currency, parseCurrency, "Must be an ISO 4217 currency code."),
        null,
      ) ?? "INR",
    customer: readCustomer(body, faults),
    paymentMethod: faults.take(
      "payment_method",
      readFormatted(
        body.payment_method,
        (text) => PAYMENT_METHODS.find((method) => method === text) ?? null,
        oneOf(PAYMENT_METHODS),
      ),
      null,
    ),
    cardScheme: faults.take(
      "card_scheme",
      readFormatted(
        body.card_scheme,
        (text) => CARD_SCHEMES.find((scheme) => scheme === asciiUpperCase(text)) ?? null,
        oneOf(CARD_SCHEMES),
      ),
      null,
    ),
    issuingBank: faults.take(
      "issuing_bank",
      readFormatted(body.issuing_bank, parseBankCode, "Must be a short bank code."),
      null,
    ),
    udf1: faults.take("udf1", readFreeText(body.udf1, TEXT_LIMITS.udf1), null),
    udf2: faults.take("udf2", readFreeText(body.udf2, TEXT_LIMITS.udf2), null),
    udf3: faults.take("udf3", readFreeText(body.udf3, TEXT_LIMITS.udf3), null),
    surl: faults.take("surl", readReturnUrl(body.surl, TEXT_LIMITS.surl), null),
    furl: faults.take("furl", readReturnUrl(body.furl, TEXT_LIMITS.furl), null),
  };
  return faults.list.length === 0 ? ok(request) : err(faults.list);
}

function readReturnUrl(value: JsonValue | undefined, maxCodePoints: number): Result<string | null, string> {
  const fault = "Must be an absolute http or https URL without user name and password.";
  return readFormatted(value, parseReturnUrl, fault, maxCodePoints);
}

function oneOf(values: readonly string[]): string {
  return `Must be one of ${values.join(", ")}.`;
}

function readReference(reference: string): Result<string, string> {
  const fault = faultOfIdentifier(reference, MAX_REFERENCE_CODE_POINTS);
  if (fault !== null) return err(fault);
  if (!isAcceptedText(reference)) return err(NOT_ACCEPTED);
  // The hash joins its parts with this character and escapes nothing (decision 0024).
  if (reference.includes(HASH_SEPARATOR)) return err(`Must not contain "${HASH_SEPARATOR}".`);
  return ok(reference);
}

/** The text of the specification would be untrue of 35.205 dinars, which are an amount and more than one (decision 0025). */
function readAmount(amount: string, currency: JsonValue | undefined): Result<bigint, string> {
  const parsed = parseAmount(amount);
  if (parsed.ok && parsed.value >= MIN_AMOUNT_PAISE) return parsed;
  const code = typeof currency === "string" ? parseCurrency(currency) : null;
  const isTooFine = /^[0-9]{1,13}\.[0-9]{3}$/u.test(amount) && code !== null && hasThreeDecimals(code);
  return err(isTooFine ? `Must have at most two decimals, in ${code} too.` : INVALID_AMOUNT);
}

function readCustomer(body: JsonObject, faults: Faults): Customer {
  const details = body.customer_details;
  const nobody: Customer = { email: null, phone: null, name: null };
  if (details === undefined || details === null) {
    faults.list.push({ field: "customer_details", text: REQUIRED });
    return nobody;
  }
  if (!isObject(details)) {
    faults.list.push({ field: "customer_details", text: "Must be an object." });
    return nobody;
  }
  const before = faults.list.length;
  const customer: Customer = {
    email: faults.take(
      "customer_details.customer_email",
      readFormatted(
        details.customer_email,
        parseEmail,
        "Must be a valid e-mail address.",
        TEXT_LIMITS.customer_email,
      ),
      null,
    ),
    phone: faults.take(
      "customer_details.customer_phone",
      readFormatted(details.customer_phone, parsePhone, "Must be digits only, 7 to 15 of them."),
      null,
    ),
    name: faults.take(
      "customer_details.customer_name",
      readFreeText(details.customer_name, TEXT_LIMITS.customer_name),
      null,
    ),
  };
  if (customer.email === null && customer.phone === null && faults.list.length === before) {
    faults.list.push({ field: "customer_details", text: "customer_email or customer_phone is required." });
  }
  return customer;
}

function parseEmail(text: string): string | null {
  return EMAIL.test(text) ? text : null;
}

function parsePhone(text: string): string | null {
  return /^[0-9]{7,15}$/.test(text) ? text : null;
}

function parseBankCode(text: string): string | null {
  const isCode = text.trim() !== "" && text.length <= TEXT_LIMITS.issuing_bank && isAcceptedText(text);
  return isCode ? text.toUpperCase() : null;
}

/** Card schemes are ASCII: `toUpperCase` would also convert letters such as "ı" into them. */
function asciiUpperCase(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Only full http and https: `javascript:`, `//host` and control characters are refused (decision 0026, failure 30). */
function parseReturnUrl(text: string): string | null {
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\p{Cc}\s\\]/u.test(text) || !isAcceptedText(text)) return null;
  if (!URL.canParse(text)) return null;
  // "https://bank.example@evil.example/" leads to the host after the @.
  return hasUserInfo(text) ? null : text;
}

/** Whether there is an @ before the host; the parser drops one that has nothing before it. */
function hasUserInfo(text: string): boolean {
  return /^https?:\/\/[^/?#]*@/i.test(text);
}
