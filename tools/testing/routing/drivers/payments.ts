import { addReversal } from "@/tools/testing/routing/add-reversal";
import { choose, newReference } from "../merchant-code";
import type { Drivers } from "./driver";

const LONG_AGO = "2001-01-01T00:00:00Z";

/** Operations of operators on payments, their refunds, and late payments. */
export const paymentDrivers: Drivers = {
  capabilities: async (call) => {
    await call({ expect: 200 });
  },

  "payments.search": async (call, { service }) => {
    const paid = await service.merchant.payment({ payment_method: "UPI", udf1: "row 7" });
    await service.merchant.refund(paid.transaction_id, "20.00");
    await call({
      body: { status: ["SUCCESS"], amount_min: "100.00", payment_method: "UPI", limit: 1 },
      expect: 200,
    });
    await call({ body: { reference_prefix: newReference(), limit: null, cursor: null }, expect: 200 });
    await service.merchant.payment({ transaction_amount: "500.81" }, "failure");
    await call({ body: { decline_reason: ["insufficient_funds"], limit: 1 }, expect: 200 });
    await call({ body: { avoidability: ["unavoidable"], limit: 1 }, expect: 200 });
    const kind = { currency: "INR", card_scheme: "VISA", issuing_bank: "HDFC" };
    await service.merchant.payment({ payment_method: "CC", ...kind });
    await call({ body: { ...kind, limit: 1 }, expect: 200 });
    await call({ body: { card_scheme: "VIZA" }, expect: 400 });
    await call({ body: { money_state: ["partly_refunded", "refund_in_progress"], limit: 1 }, expect: 200 });
    const named = { status: ["SUCCESS"], money_state: [], or_transaction_ids: [paid.transaction_id] };
    await call({ body: { ...named, limit: 1 }, expect: 200 });
    await call({ body: { transaction_ids: [paid.transaction_id] }, expect: 200 });
    await call({ body: { money_state: ["lost"] }, expect: 400 });
    await call({ body: { status: [] }, expect: 400 });
    await call({ body: { decline_reason: ["bad_luck"] }, expect: 400 });
    await call({ body: { cursor: newReference() }, expect: 400 });
  },

  "payments.get": async (call, { service }) => {
    const first = await service.merchant.payment(
      { customer_details: { customer_email: "asha@example.com" } },
      "failure",
    );
    await choose(first.payment_link, "retry");
    await choose(first.payment_link, "success");
    const records = (await service.merchant.status(first.merchant_transaction_id)).json as {
      transaction_id: string;
    }[];
    const id = records[0]?.transaction_id ?? "";
    await service.merchant.refund(id, "20.00", { refund_reason: "torn" });
    await call({ body: { transaction_id: id }, expect: 200 });
    await call({ body: { transaction_id: newReference() }, expect: 404 });
    await call({ body: {}, expect: 400 });
  },

  "payments.declines": async (call, { service }) => {
    await service.merchant.payment({ transaction_amount: "500.81" }, "failure");
    await service.merchant.payment({}, "drop");
    const [from, until] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 60_000)];
    const body = { from: from.toISOString(), until: until.toISOString() };
    await call({ body, expect: 200 });
    await call({ body: { ...body, until: LONG_AGO }, expect: 400 });
    await call({ body: { ...body, from: LONG_AGO }, expect: 400 });
  },

  "payments.kinds": async (call, { service }) => {
    await service.merchant.payment({ payment_method: "CC", card_scheme: "VISA", issuing_bank: "HDFC" });
    const [from, until] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 60_000)];
    const body = { from: from.toISOString(), until: until.toISOString() };
    await call({ body, expect: 200 });
    await call({ body: { ...body, from: LONG_AGO }, expect: 400 });
  },

  "payments.routing_gain": async (call) => {
    await call({ body: {}, expect: 200 });
    await call({ body: { from: LONG_AGO }, expect: 400 });
  },

  "payments.success_rates": async (call, { service }) => {
    await service.merchant.payment({ payment_method: "UPI" });
    await service.merchant.payment({ transaction_amount: "500.81", payment_method: "UPI" }, "failure");
    await service.merchant.payment({ transaction_amount: "500.84", payment_method: "UPI" }, "failure");
    const [from, until] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 60_000)];
    const span = { from: from.toISOString(), until: until.toISOString() };
    const body = { ...span, bucket: "day", time_zone: "Asia/Kolkata", payment_method: "UPI" };
    await call({ body: { ...body, amount_min: "500.00", amount_max: "999.99" }, expect: 200 });
    await call({ body: { ...body, payment_method: null, bucket: "hour" }, expect: 200 });
    await call({ body: { ...body, bucket: "month" }, expect: 400 });
    await call({ body: { ...body, from: LONG_AGO }, expect: 400 });
  },

  "payments.counts": async (call, { service }) => {
    await service.merchant.payment();
    const span = { from: "2026-01-01T00:00:00+05:30", until: "2030-01-01T00:00:00+05:30" };
    const body = { ...span, bucket: "month", time_zone: "Asia/Kolkata", split_by: "gateway" };
    await call({ body, expect: 200 });
    await call({ body: { ...body, split_by: null }, expect: 200 });
    await call({ body: { ...body, until: LONG_AGO }, expect: 400 });
  },

  "reversals.search": async (call, { service }) => {
    const { transaction_id: id } = await service.merchant.payment({}, "drop");
    await addReversal(service.db, id, { charge: "SIMLATE", status: "PROCESSING" });
    await call({ body: { status: ["FAILURE", "PROCESSING"] }, expect: 200 });
    await call({ body: { transaction_id: id, limit: 1 }, expect: 200 });
    await call({ body: { cursor: "nonsense" }, expect: 400 });
  },

  "refunds.balance": async (call, { service }) => {
    const { transaction_id: id } = await service.merchant.payment();
    await service.merchant.refund(id, "20.00");
    await call({ body: { transaction_id: id }, expect: 200 });
    await call({ body: { transaction_id: newReference() }, expect: 404 });
    await call({ body: { transaction_id: 5 }, expect: 400 });
  },

  "refunds.search": async (call, { service }) => {
    const { transaction_id: id } = await service.merchant.payment();
    await service.merchant.refund(id, "20.00", { refund_reason: "torn" });
    await call({ body: { transaction_id: id, limit: 5 }, expect: 200 });
    await call({ body: { status: "DONE" }, expect: 400 });
  },
};
