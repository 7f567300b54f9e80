import { expect, test } from "vitest";
import { type GatewaysAddress, ratedPaymentsHref } from "./gateways-address";

const ADDRESS: GatewaysAddress = {
  tab: "performance",
  declines: "7d",
  rates: "7d",
  segment: { method: "CC", band: "100-1000", currency: "USD", scheme: "VISA", bank: "HDFC" },
};
const step = { from: "2026-11-20T18:30:00.000Z", until: "2026-11-21T18:30:00.000Z" };
const paid = { gateway: "simulator", part: "paid" } as const;
const queryOf = (more: { step: typeof step | null; since: string | null }, address = ADDRESS) =>
  Object.fromEntries(new URL(ratedPaymentsHref(address, { ...paid, ...more }), "http://x").searchParams);

test("a number leads to the payments of its gateway, period and kind", () => {
  const kind = {
    gateway: "simulator",
    method: "CC",
    min: "100.00",
    max: "999.99",
    currency: "USD",
    scheme: "VISA",
    bank: "HDFC",
    status: "SUCCESS",
  };
  expect(queryOf({ step: null, since: null })).toEqual({ range: "7d", ...kind });
  expect(queryOf({ step, since: null })).toEqual({ ...step, ...kind });
  const any = { method: null, band: null, currency: null, scheme: null, bank: null };
  expect(queryOf({ step: null, since: null }, { ...ADDRESS, segment: any })).toEqual({
    range: "7d",
    gateway: "simulator",
    status: "SUCCESS",
  });
});

test("where only the newest were counted, it leads to no older ones", () => {
  const since = "2026-11-21T03:00:00.000Z";
  expect(queryOf({ step: null, since })).toMatchObject({ from: since });
  expect(queryOf({ step: null, since }).range).toBeUndefined();
  expect(queryOf({ step, since })).toMatchObject({ from: since, until: step.until });
  const before = "2026-11-19T00:00:00.000Z";
  expect(queryOf({ step, since: before })).toMatchObject(step);
});
