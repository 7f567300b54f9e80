import type { Drivers } from "./driver";

const fees = [
  { currency: "INR", payment_method: null, percent: "2.36", fixed: "0.00" },
  { currency: "INR", payment_method: "UPI", percent: "0", fixed: "1.50" },
];

export const gatewayFeeDrivers: Drivers = {
  "gateways.fees": async (call, world) => {
    const as = await world.newMerchant();
    await as.ops("POST", "/v1/ops/gateways/save_fees", { gateway: "simulator", revision: 0, fees });
    await call({ body: {}, expect: 200, as });
    await call({ body: { gateway: "simulator" }, expect: 400, as });
  },

  "gateways.save_fees": async (call, world) => {
    const as = await world.newMerchant();
    const body = { gateway: "simulator", revision: 0, fees };
    await call({ body: { ...body, changed_by: "asha@example.com" }, expect: 200, as });
    await call({ body, expect: 409, as });
    await call({ body: { ...body, gateway: "nowhere" }, expect: 404, as });
    await call({ body: { ...body, fees: [{ ...fees[0], percent: "2,36" }] }, expect: 400, as });
  },
};
