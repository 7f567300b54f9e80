import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { foundLines, openPayment, paymentAt } from "@/tools/testing/dashboard/seen";
import { findByText } from "../commands/find-by-text";
import { viewPayment } from "./view-payment";

const TXN = "TXN202611211763700000001";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = null;
  ctx = await harness.ctxOf("ops");
});
afterAll(() => harness.stop());

const addPayment = (fields?: Partial<TransactionRecord>) => paymentAt(harness.service, fields);
const open = (payment: TransactionRecord) => openPayment(ctx, payment);
const found = (text: string, of = ctx) => foundLines(of, text);

describe("a payment that somebody has opened", () => {
  it("is found by its id and its gateway's, in the state that it has now", async () => {
    const payment = addPayment({
      transaction_id: TXN,
      gateway_transaction_id: "pi_3Nabc",
      transaction_status: "INITIATED",
    });
    expect(await found(`${TXN}\npi_3Nabc`)).toMatchObject([{ kind: "not_seen" }, { kind: "not_seen" }]);
    expect((await open(payment)).kind).toBe("found");
    payment.transaction_status = "SUCCESS";
    const [byId, byGateway] = await found(`${TXN}\npi_3Nabc`);
    const match = { kind: "found", payments: [{ transactionId: TXN, status: "SUCCESS" }] };
    expect(byId).toMatchObject(match);
    expect(byGateway).toMatchObject(match);
    expect(await viewPayment(ctx, { transactionId: TXN, reference: null })).toMatchObject({ kind: "found" });
  });

  it("is opened by the search field, also by its amount and the start of its reference in any case", async () => {
    const payment = addPayment({ merchant_transaction_id: "Shop-77", transaction_amount: "1234.50" });
    const opens = { kind: "opens", href: `/payments/${payment.transaction_id}?reference=Shop-77` };
    expect(await findByText(ctx, "1234.50")).toEqual({
      kind: "opens",
      href: "/payments?reference=1234.50&searched=all",
    });
    await open(payment);
    expect(await findByText(ctx, "1234.50")).toEqual(opens);
    expect(await findByText(ctx, "sHOP-")).toEqual(opens);
    expect(await findByText(ctx, "hop-")).toMatchObject({
      kind: "opens",
      href: expect.stringMatching(/searched/) as string,
    });
  });

  it("is one of several that are shown without a page of their own, at most ten", async () => {
    for (let n = 0; n < 12; n += 1) await open(addPayment({ merchant_transaction_id: `Batch-${String(n)}` }));
    const outcome = await findByText(ctx, "batch");
    expect(outcome).toMatchObject({ kind: "seen", isMore: true });
    expect(outcome.kind === "seen" && outcome.payments).toHaveLength(10);
  });

  it("an amount or the start of a reference among pasted lines is still no identifier", async () => {
    await open(addPayment({ merchant_transaction_id: "Shop-77", transaction_amount: "1234.50" }));
    expect(await found("1234.50\nShop-")).toMatchObject([{ kind: "not_seen" }, { kind: "not_seen" }]);
  });

  it("is never shown in an old state by a search: without an answer nobody knows (failure 7)", async () => {
    await open(addPayment({ gateway_transaction_id: "pi_old" }));
    harness.service.always("transaction_status", { kind: "drop", when: "before" });
    const serviceError = { kind: "service_error", serviceError: { kind: "unavailable" } };
    expect(await found("pi_old")).toMatchObject([serviceError]);
  });

  it("is not found any more where the service says that it has none", async () => {
    const payment = addPayment({ gateway_transaction_id: "pi_gone" });
    await open(payment);
    harness.service.payments.clear();
    expect(await found("pi_gone")).toMatchObject([{ kind: "not_seen" }]);
  });

  it("was found by a bulk lookup or a search of lines just as well", async () => {
    const payment = addPayment({ gateway_transaction_id: "pi_line" });
    await found(payment.merchant_transaction_id);
    expect(await found("pi_line")).toMatchObject([{ kind: "found" }]);
  });
});

it("while nobody knows what the service offers, nothing is called not seen", async () => {
  await open(addPayment({ gateway_transaction_id: "pi_known" }));
  const unknown: Ctx = { ...ctx, ...harness.connect() };
  harness.service.always("/v1/ops/capabilities", { kind: "drop", when: "before" });
  expect(await found("pi_known\nnobody@example.com", unknown)).toMatchObject([
    { kind: "found" },
    { kind: "service_error" },
  ]);
  expect(await findByText(unknown, "nobody@example.com")).toMatchObject({ kind: "service_error" });
});
