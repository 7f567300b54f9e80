/**
 * A history of payments, the same in every run. Payment `n` has the same fields at every size; more of them fall into
 * the same months, slightly more into later ones. Filters find about as many at any size, or are marked as finding
 * more.
 */
export const NEWEST = Date.parse("2026-01-01T00:00:00Z");
const SPAN_MS = 700 * 86_400_000;
/**
 * Its multiples fill an interval evenly, so that no two payments share a millisecond and thus an id (decision 0030).
 */
const GOLDEN = 0.618_033_988_749_895;

/** The largest merchant, the small one, and the shares of thirty others, next largest first. */
const OTHERS = 30;

/** 0 to 99,999, scattered. */
function scatter(n) {
  return Math.abs(Math.imul(n, 0x9e3779b1) >> 3) % 100_000;
}

/** The merchant of payment `n`: half belong to "big", 1% to "small". */
export function ownerOf(n) {
  const part = scatter(n);
  if (part < 50_000) return "big";
  if (part < 51_000) return "small";
  return Math.floor(OTHERS * ((part - 51_000) / 49_000) ** 2);
}

/** From 0, the newest, to 1. */
const ageOf = (n) => (n * GOLDEN) % 1;

/** The numbers above `from` up to `until`, oldest payment first: in the order in which a service stores them. */
export function numbersByTime(from, until) {
  const ages = Float64Array.from({ length: until - from }, (_, index) => ageOf(from + 1 + index));
  return Uint32Array.from(ages, (_, index) => index)
    .sort((a, b) => ages[b] - ages[a])
    .map((index) => from + 1 + index);
}

export function createdAt(n) {
  const part = ageOf(n);
  return Math.floor(NEWEST - SPAN_MS * part * (0.3 + 0.7 * part));
}

export const referenceOf = (n) => `ORDER-${String(n).padStart(10, "0")}`;
export const emailOf = (n) => `customer${Math.floor(n / 8)}@example.com`;
export const phoneOf = (n) => String(9_000_000_000 + Math.floor(n / 8));

function idOf(prefix, n) {
  const ms = createdAt(n);
  return `${prefix}${new Date(ms).toISOString().slice(0, 10).replaceAll("-", "")}${ms}`;
}
export const paymentIdOf = (n) => idOf("TXN", n);
export const refundIdOf = (n) => idOf("RFD", n);

/** One in ninety each, so that even ten thousand payments contain a page of them. */
const RARE = 90;

export function statusOf(n) {
  if (n % RARE === 1) return "DROP";
  return n % 9 === 0 ? "FAILURE" : "SUCCESS";
}
export const isRefunded = (n) => n % 8 === 4 && statusOf(n) === "SUCCESS";

export const PAYMENT_COLUMNS =
  `merchant_id id merchant_transaction_id attempt amount_paise currency status checkout_token
  customer_email customer_phone payment_method udf1 udf2 gateway gateway_checkout_id gateway_transaction_id routing_decision
  created_at link_issued_at expires_at completed_at`.split(/\s+/);

const DECISION =
  '{"ruleSetVersion":1,"verdicts":[],"attempts":[{"ruleId":"rule-1","gateway":"simulator","outcome":"opened"}]}';

/** The payments of these numbers, of the merchants for which `merchantId` has an id. */
export function* payments(numbers, merchantId) {
  for (const n of numbers) {
    const at = createdAt(n);
    const created = new Date(at).toISOString();
    const ended = new Date(at + 90_000).toISOString();
    yield [
      merchantId(ownerOf(n)),
      paymentIdOf(n),
      referenceOf(n),
      1,
      100 + ((n * 7_919) % 9_000_000),
      "INR",
      statusOf(n),
      `checkout-${n.toString(36).padStart(20, "0")}`,
      emailOf(n),
      phoneOf(n),
      n % RARE === 1 ? "EMI" : n % 2 === 0 ? "UPI" : "CARD",
      `campaign-${n % 5}`,
      `desk-${Math.floor(n / 8)}`,
      n % RARE === 1 ? "rare" : "simulator",
      `simco_${n}`,
      `simtx_${n}`,
      DECISION,
      created,
      created,
      new Date(at + 86_400_000).toISOString(),
      ended,
    ];
  }
}

export const EVENT_COLUMNS = ["merchant_id", "payment_id", "kind", "at"];

/** Two per payment: its creation and its end. */
export function* events(numbers, merchantId) {
  for (const n of numbers) {
    const [owner, id, at] = [merchantId(ownerOf(n)), paymentIdOf(n), createdAt(n)];
    yield [owner, id, "initiated", new Date(at).toISOString()];
    yield [owner, id, KIND[statusOf(n)], new Date(at + 90_000).toISOString()];
  }
}
const KIND = { SUCCESS: "succeeded", FAILURE: "failed", DROP: "dropped" };

export const REFUND_COLUMNS =
  `merchant_id id payment_id merchant_transaction_id amount_paise currency status reason gateway
  gateway_refund_id requested_at completed_at`.split(/\s+/);

/**
 * About every ninth payment has one. One in nine of these has failed; none is pending, or a worker would process it.
 */
export function* refunds(numbers, merchantId) {
  for (const n of numbers) {
    if (!isRefunded(n)) continue;
    const at = createdAt(n) + 3_600_000;
    yield [
      merchantId(ownerOf(n)),
      refundIdOf(n),
      paymentIdOf(n),
      referenceOf(n),
      100,
      "INR",
      n % 5 === 0 ? "FAILURE" : "SUCCESS",
      "Returned goods",
      "simulator",
      `simrf_${n}`,
      new Date(at).toISOString(),
      new Date(at + 60_000).toISOString(),
    ];
  }
}

export const DELIVERY_COLUMNS =
  `merchant_id id endpoint_id event sequence payment_id merchant_transaction_id occurred_at body
  status attempts tries next_attempt_at last_attempt_at last_response_status completed_at`.split(/\s+/);

/** Ten days of webhooks, the retention of the log: one for every tenth payment, to each merchant's one endpoint. */
export function* deliveries(numbers, merchantId, now) {
  for (const n of numbers) {
    if (n % 10 !== 0) continue;
    const at = Math.floor(now - 10 * 86_400_000 * ageOf(n));
    const when = new Date(at).toISOString();
    const status = statusOf(n);
    yield [
      merchantId(ownerOf(n)),
      `msg_${at.toString(16).padStart(12, "0")}${String(n).padStart(32, "0")}`,
      "we_bench",
      status === "SUCCESS" ? "payment.succeeded" : "payment.failed",
      2,
      paymentIdOf(n),
      referenceOf(n),
      when,
      `{"type":"payment.succeeded","data":{"merchant_transaction_id":"${referenceOf(n)}","transaction_amount":"499.00"}}`,
      n % 400 === 0 ? "FAILED" : "DELIVERED",
      1,
      1,
      when,
      when,
      200,
      when,
    ];
  }
}
