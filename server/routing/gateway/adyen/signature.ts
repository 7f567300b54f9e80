import { createHmac } from "node:crypto";

type SignedFields = {
  pspReference: string;
  originalReference?: string | null | undefined;
  merchantAccountCode: string;
  merchantReference: string;
  amount: { value: number; currency: string };
  eventCode: string;
  success: string;
};

/**
 * Adyen's signature of a notification item: HMAC-SHA256 in base64, keyed with the bytes of a hexadecimal key, over
 * these fields joined by colons, as Adyen's own library joins them.
 */
export function signAdyenItem(item: SignedFields, hmacKey: string): string {
  const signed = [
    item.pspReference,
    item.originalReference ?? "",
    item.merchantAccountCode,
    item.merchantReference,
    String(item.amount.value),
    item.amount.currency,
    item.eventCode,
    item.success,
  ];
  return createHmac("sha256", Buffer.from(hmacKey, "hex")).update(signed.join(":"), "utf8").digest("base64");
}
