import { parseAmount } from "../money";
import { err, ok, type Result } from "../result";
import { HASH_SEPARATOR, isStorableText } from "../text";
import type { FieldFault, Refusal } from "./call-result";

const AMOUNT_FIELDS: ReadonlySet<string> = new Set(["transaction_amount", "refund_amount"]);
const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
/** The request ids that the service accepts and logs unchanged. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The values to hash, in order, or what is wrong with them; checked before anything is signed or sent (decisions 0024
 * and 0025). The service validates all other fields and names the invalid ones.
 */
export function readSigned(
  hashed: readonly string[],
  body: Readonly<Record<string, unknown>>,
): Result<string[], FieldFault[]> {
  const texts: string[] = [];
  const faults: FieldFault[] = [];
  for (const field of hashed) {
    const value = body[field];
    const text = faultOfSigned(field, value);
    if (text !== null) faults.push({ field, text });
    else texts.push(String(value));
  }
  return faults.length > 0 ? err(faults) : ok(texts);
}

function faultOfSigned(field: string, value: unknown): string | null {
  if (typeof value !== "string") return "Must be a string.";
  if (value === "") return "Must not be empty.";
  if (value.includes(HASH_SEPARATOR)) {
    return `Must not contain "${HASH_SEPARATOR}": the signature joins its parts with it.`;
  }
  if (!isStorableText(value)) return "Must not contain NUL or lone surrogates.";
  if (AMOUNT_FIELDS.has(field) && !parseAmount(value).ok) return 'Must be an amount like "1499.00".';
  return null;
}

/** Checks the values that are sent in headers. */
export function faultsOfHeaders(values: {
  idempotencyKey?: string | undefined;
  requestId?: string | undefined;
}): FieldFault[] {
  const faults: FieldFault[] = [];
  const { idempotencyKey, requestId } = values;
  if (
    idempotencyKey !== undefined &&
    (idempotencyKey.length > MAX_IDEMPOTENCY_KEY_LENGTH || !PRINTABLE_ASCII.test(idempotencyKey))
  ) {
    const text = `Must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters without spaces.`;
    faults.push({ field: "idempotencyKey", text });
  }
  if (requestId !== undefined && !isRequestId(requestId)) {
    faults.push({
      field: "requestId",
      text: "Must be 1 to 64 letters, digits, points, dashes or underscores.",
    });
  }
  return faults;
}

export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}

export function invalid(faults: readonly FieldFault[]): Refusal {
  return {
    kind: "invalid",
    message: faults.map(({ field, text }) => `${field}: ${text}`).join(" "),
    faults,
  };
}
