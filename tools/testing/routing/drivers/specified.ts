import { newReference, paymentBody } from "../merchant-code";
import type { Driver, Drivers } from "./driver";

const transactionStatus: Driver = async (call, { service }) => {
  const paid = await service.merchant.payment({ udf1: "row 7" });
  await call({ body: { merchant_transaction_id: paid.merchant_transaction_id }, expect: 200 });
  await call({ body: { merchant_transaction_id: " " }, expect: 400 });
  await call({ body: { merchant_transaction_id: newReference() }, expect: 404 });
};

/** The five endpoints of the specification. */
export const specifiedDrivers: Drivers = {
  initiate_payment: async (call) => {
    const body = paymentBody({ payment_method: "UPI", surl: "https://shop.example/thanks" });
    await call({ body, expect: 201 });
    await call({ body, expect: 400 });
    await call({ body: paymentBody({ transaction_amount: "10.94" }), expect: 201 });
    await call({ body: paymentBody({ customer_details: {}, udf1: "x".repeat(256) }), expect: 400 });
    const headers = { "Idempotency-Key": newReference() };
    await call({ body: paymentBody(), headers, expect: 201 });
    await call({ body: paymentBody(), headers, expect: 422 });
  },

  transaction_status: transactionStatus,

  transaction_cancel: async (call, { service }) => {
    const open = await service.merchant.payment({}, null);
    const body = { merchant_transaction_id: open.merchant_transaction_id };
    await call({ body, expect: 200 });
    await call({ body, expect: 400 });
    await call({ body: { merchant_transaction_id: newReference() }, expect: 404 });
  },

  refund_initiate: async (call, { service }) => {
    const { transaction_id: id } = await service.merchant.payment();
    await call({ body: { transaction_id: id, refund_amount: "20.00", refund_reason: "torn" }, expect: 201 });
    await call({ body: { transaction_id: id, refund_amount: 1.5 }, expect: 201 });
    await call({ body: { transaction_id: id, refund_amount: "500.00" }, expect: 400 });
    await call({ body: { transaction_id: newReference(), refund_amount: "1.00" }, expect: 404 });
    const headers = { "Idempotency-Key": newReference() };
    await call({ body: { transaction_id: id, refund_amount: "1.00" }, headers, expect: 201 });
    await call({ body: { transaction_id: id, refund_amount: "2.00" }, headers, expect: 422 });
  },

  refund_status: async (call, { service }) => {
    const { transaction_id: id } = await service.merchant.payment();
    const refund = await service.merchant.refund(id, "20.00", { refund_reason: "torn" });
    await call({ body: { refund_id: (refund.json as { refund_id: string }).refund_id }, expect: 200 });
    await call({ body: { refund_id: " " }, expect: 400 });
    await call({ body: { refund_id: newReference() }, expect: 404 });
  },
};
