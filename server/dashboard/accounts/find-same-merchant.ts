import { newestPayments } from "../refunds/store";
import type { Services } from "../runtime";

type Routing = Services["routing"];
/** One with an account already; `services`: null when its credentials do not open. */
export type KnownAccount = { name: string; services: Pick<Services, "pool" | "routing"> | null };

type SameMerchant =
  | { kind: "none" }
  /** This account has the merchant. */
  | { kind: "found"; name: string }
  /** Nothing shows whether these accounts have the merchant. */
  | { kind: "unknown"; names: string[] };

/** Whether one of the accounts is the merchant of `candidate`, whatever their addresses and keys (decision 0300). */
export async function findSameMerchant(
  candidate: Routing,
  known: readonly KnownAccount[],
): Promise<SameMerchant> {
  const verdicts = await Promise.all(
    known.map(async ({ name, services }) => ({
      name,
      verdict: services === null ? "unknown" : await compare(candidate, services),
    })),
  );
  const same = verdicts.find(({ verdict }) => verdict === "same");
  if (same !== undefined) return { kind: "found", name: same.name };
  const names = verdicts.filter(({ verdict }) => verdict === "unknown").map(({ name }) => name);
  return names.length === 0 ? { kind: "none" } : { kind: "unknown", names };
}

type Verdict = "same" | "other" | "unknown";

async function compare(
  candidate: Routing,
  { routing, pool }: Pick<Services, "pool" | "routing">,
): Promise<Verdict> {
  // A list of keys is that of one merchant, and says both: that the other key is in it, and that it is not.
  const listed = await hasKeyOf(candidate, routing);
  if (listed !== null) return listed ? "same" : "other";
  // A transaction id belongs to one merchant; a reference does not.
  const own = [
    ...(await newestPayments(pool, routing.serviceAddress, EVIDENCE)),
    ...(await searchPayment(routing)),
  ];
  for (const payment of own) {
    const found = await knows(candidate, payment);
    if (found !== null) return found ? "same" : "other";
  }
  for (const payment of await searchPayment(candidate)) {
    const found = await knows(routing, payment);
    if (found !== null) return found ? "same" : "other";
  }
  return "unknown";
}

/** Payments asked for, one after the other, until a response says something. */
const EVIDENCE = 3;
const KEYS_PAGE = 100;
const MOST_PAGES = 20;

/** Null: the service lists no keys, did not answer, or has too many. */
async function hasKeyOf(candidate: Routing, other: Routing): Promise<boolean | null> {
  if (!(await candidate.capabilities()).offers("keys.list")) return null;
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const response: Awaited<ReturnType<typeof listKeys>> = await listKeys(candidate, cursor);
    if (response.kind !== "answered") return null;
    if (response.value.keys.some(({ api_key: key }) => other.signsWith(key))) return true;
    cursor = response.value.next_cursor;
    if (cursor === null) return false;
  }
  return null;
}

const listKeys = (routing: Routing, cursor: string | null) =>
  routing.ops("keys.list", { limit: KEYS_PAGE, cursor });

type Evidence = { reference: string; transactionId: string };

async function searchPayment(routing: Routing): Promise<Evidence[]> {
  if (!(await routing.capabilities()).offers("payments.search")) return [];
  const response = await routing.ops("payments.search", { limit: 1 });
  if (response.kind !== "answered") return [];
  return response.value.payments.map(
    ({ merchant_transaction_id: reference, transaction_id: transactionId }) => ({ reference, transactionId }),
  );
}

/** Whether the merchant of `routing` has the payment; null without a usable response. */
async function knows(routing: Routing, { reference, transactionId }: Evidence): Promise<boolean | null> {
  const response = await routing.transactionStatus(reference);
  if (response.kind === "answered")
    return response.value.some(({ transaction_id: id }) => id === transactionId);
  return response.kind === "refused" && response.refusal.kind === "not_found" ? false : null;
}
