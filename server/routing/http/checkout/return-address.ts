import type { Payment } from "../../domain/payments/payment";

const OWN_PARAMETERS = ["merchant_transaction_id", "transaction_id", "status"];

/**
 * The merchant's return address: `surl` after success, else `furl`, with the payment's ids and status added to its
 * query (decision 0038). Null when the merchant sent no such address.
 */
export function returnAddress(payment: Payment): string | null {
  const base = payment.status === "SUCCESS" ? payment.surl : payment.furl;
  if (base === null) return null;
  const url = new URL(base);
  // The merchant's own parameters keep their exact characters: `searchParams` would encode them again.
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !OWN_PARAMETERS.includes(decodedName(pair)));
  const own = [payment.reference, payment.id, payment.status].map(
    (value, index) => `${OWN_PARAMETERS[index] ?? ""}=${encodeURIComponent(value)}`,
  );
  url.search = [...kept, ...own].join("&");
  return url.href;
}

function decodedName(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? "";
}
