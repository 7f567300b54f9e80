import { randomInt, randomUUID } from "node:crypto";
import { opsRequest, signedRequest } from "../sign.mjs";
import { NEWEST } from "./history.mjs";

const DAY_MS = 86_400_000;
const CUSTOMER = { customer_email: "customer@example.com", customer_phone: "9876543210" };

const iso = (ms) => new Date(ms).toISOString();

/** Draws from some payments of a merchant, those that fit. */
export async function sampleOf(pool, merchantId) {
  const { rows } = await pool.query(
    `select p.id, p.created_at, merchant_transaction_id as reference, customer_email as email, customer_phone as phone, udf2, p.status,
       r.id as refund, d.id is not null as hooked
     from (select * from payments where merchant_id = $1 order by md5(id) limit 2000) p
     left join lateral (select id from refunds r where r.merchant_id = $1 and r.payment_id = p.id limit 1) r on true
     left join lateral (select id from webhook_deliveries d where d.merchant_id = $1 and d.payment_id = p.id limit 1) d on true`,
    [merchantId],
  );
  return (fits = () => true) => {
    const fitting = rows.filter(fits);
    return fitting[randomInt(fitting.length)];
  };
}

/** A random month of the past. */
function aMonth() {
  const from = NEWEST - randomInt(40, 600) * DAY_MS;
  return { created_from: iso(from), created_until: iso(from + 30 * DAY_MS) };
}

const isPaid = ({ status, refund }) => status === "SUCCESS" && refund === null;
const isRefunded = ({ refund }) => refund !== null;

/** The five endpoints. `open`: references that can be cancelled, each once. */
export function endpointReads(merchant, any, open) {
  const status = (reference) =>
    signedRequest(merchant, "/v1/route/transaction-status", { merchant_transaction_id: reference }, [
      reference,
    ]);
  return {
    initiate_payment: () => {
      const [reference, amount] = [`NEW-${randomUUID()}`, "499.00"];
      const fields = {
        merchant_transaction_id: reference,
        transaction_amount: amount,
        customer_details: CUSTOMER,
      };
      return signedRequest(merchant, "/v1/route/initiate_payment", fields, [reference, amount]);
    },
    "transaction-status": () => status(any().reference),
    "transaction-cancel": () => {
      const reference = open.pop();
      return signedRequest(merchant, "/v1/route/transaction-cancel", { merchant_transaction_id: reference }, [
        reference,
      ]);
    },
    "refund-initiate": () => {
      const { id } = any(isPaid);
      const fields = { transaction_id: id, refund_amount: "1.00" };
      return signedRequest(merchant, "/v1/route/refund-initiate/", fields, [id, "1.00"]);
    },
    "refund-status": () => {
      const { refund: id } = any(isRefunded);
      return signedRequest(merchant, "/v1/route/refund-status/", { refund_id: id }, [id]);
    },
  };
}

/** `payments.search` with each filter, and the operators' other reads of payments. */
export function paymentReads(merchant, any) {
  const search = (filter) => () =>
    opsRequest(merchant, "/v1/ops/payments/search", { limit: 50, ...filter() });
  const counts = (span) => () =>
    opsRequest(merchant, "/v1/ops/payments/counts", { time_zone: "Asia/Kolkata", ...span() });
  const lastDays = (days, bucket, more) => () => ({
    from: iso(NEWEST - days * DAY_MS),
    until: iso(NEWEST),
    bucket,
    ...more,
  });
  return {
    "payments: newest": search(() => ({})),
    "payments: next page": search(() => {
      const { id, created_at: at } = any();
      return { cursor: `${at.toISOString()}_${id}` };
    }),
    "payments: common status": search(() => ({ status: ["SUCCESS"] })),
    "payments: rare status": search(() => ({ status: ["DROP"] })),
    "payments: status of none": search(() => ({ status: ["CANCELLED"], created_until: iso(NEWEST) })),
    "payments: several statuses": search(() => ({ status: ["DROP", "FAILURE", "CANCELLED"] })),
    "payments: a month": search(aMonth),
    "payments: month and status": search(() => ({ ...aMonth(), status: ["FAILURE"] })),
    "payments: a tenth of all amounts": search(() => ({ amount_min: "500.00", amount_max: "9500.00" })),
    "payments: a 300th of all amounts": search(() => ({ amount_min: "500.00", amount_max: "800.00" })),
    "payments: few amounts": search(() => ({ amount_min: "500.00", amount_max: "500.50" })),
    "payments: amounts and status": search(() => ({
      amount_min: "500.00",
      amount_max: "800.00",
      status: ["FAILURE"],
    })),
    "payments: common method": search(() => ({ payment_method: "UPI" })),
    "payments: rare method": search(() => ({ payment_method: "EMI" })),
    "payments: method of none": search(() => ({ payment_method: "WALLET" })),
    "payments: card scheme of none": search(() => ({ card_scheme: "AMEX" })),
    "payments: common gateway": search(() => ({ gateway: "simulator" })),
    "payments: rare gateway": search(() => ({ gateway: "rare" })),
    "payments: gateway of none": search(() => ({ gateway: "nobody" })),
    "payments: reference": search(() => ({ merchant_transaction_id: any().reference })),
    "payments: narrow prefix": search(() => ({ reference_prefix: any().reference.slice(0, -1) })),
    "payments: broad prefix": search(() => ({ reference_prefix: "ORDER-" })),
    "payments: transaction id": search(() => ({ transaction_id: any().id })),
    "payments: common udf1": search(() => ({ udf1: `campaign-${randomInt(5)}` })),
    "payments: rare udf2": search(() => ({ udf2: any().udf2 })),
    "payments: udf3 of none": search(() => ({ udf3: "nothing" })),
    "payments: e-mail": search(() => ({ customer_email: any().email })),
    "payments: phone": search(() => ({ customer_phone: any().phone })),
    "payments.get": () =>
      opsRequest(merchant, "/v1/ops/payments/get", { transaction_id: any(isRefunded).id }),
    "payments.counts: a day by hours": counts(lastDays(1, "hour")),
    "payments.counts: 30 days": counts(lastDays(30, "day")),
    "payments.counts: 30 days by gateway": counts(lastDays(30, "month", { split_by: "gateway" })),
    "payments.counts: a year": counts(lastDays(365, "week")),
  };
}

/** `refunds.search` with each filter, and the other lists. */
export function otherReads(merchant, any) {
  const refunded = () => any(isRefunded);
  const hooked = () => any(({ hooked: isHooked }) => isHooked);
  const list = (path, filter) => () => opsRequest(merchant, path, { limit: 50, ...filter() });
  const refunds = (filter) => list("/v1/ops/refunds/search", filter);
  const webhooks = (filter) => list("/v1/ops/webhooks/deliveries", filter);
  return {
    "refunds: newest": refunds(() => ({})),
    "refunds: next page": refunds(() => ({ cursor: refunded().refund })),
    "refunds: transaction id": refunds(() => ({ transaction_id: refunded().id })),
    "refunds: reference": refunds(() => ({ merchant_transaction_id: refunded().reference })),
    "refunds: reference of none": refunds(() => ({ merchant_transaction_id: "NONE" })),
    "refunds: common status": refunds(() => ({ status: "SUCCESS" })),
    "refunds: rare status": refunds(() => ({ status: "FAILURE" })),
    "refunds: status of none": refunds(() => ({ status: "PROCESSING" })),
    "refunds.balance": () =>
      opsRequest(merchant, "/v1/ops/refunds/balance", { transaction_id: refunded().id }),
    "reversals: newest": list("/v1/ops/reversals/search", () => ({})),
    "webhooks: newest": webhooks(() => ({})),
    "webhooks: transaction id": webhooks(() => ({ transaction_id: hooked().id })),
    "webhooks: reference": webhooks(() => ({ merchant_transaction_id: hooked().reference })),
    "webhooks: endpoint": webhooks(() => ({ endpoint_id: "we_bench" })),
    "webhooks: rare status": webhooks(() => ({ status: "FAILED" })),
    "webhooks: status of none": webhooks(() => ({ status: "SET_ASIDE" })),
    "webhooks: common event": webhooks(() => ({ event: "payment.succeeded" })),
    "webhooks: event of none": webhooks(() => ({ event: "payment.cancelled" })),
    "webhooks: a day": webhooks(() => {
      const from = Date.now() - randomInt(2, 9) * DAY_MS;
      return { from: iso(from), until: iso(from + DAY_MS) };
    }),
    "gateways.list": () => opsRequest(merchant, "/v1/ops/gateways/list", {}),
  };
}
