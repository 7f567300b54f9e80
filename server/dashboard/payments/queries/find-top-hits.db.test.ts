import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_TOP_HITS } from "@/lib/payments/text-search-view";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import type { Ctx } from "../../context";
import { findTopHits } from "./find-top-hits";

const SEARCH = "/v1/ops/payments/search";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["payments.search"] };
  ctx = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

const searches = () => harness.service.calls.filter(({ path }) => path === SEARCH);

/** The next searches of the service, each with payments of the given references. */
function lists(...found: string[][]): void {
  for (const references of found) {
    const payments = references.map((reference) =>
      listedPayment(harness.service.addPayment({ merchant_transaction_id: reference })),
    );
    const body = JSON.stringify({ payments, next_cursor: null });
    harness.service.next(SEARCH, { kind: "answer", status: 200, body, effect: false });
  }
}

test("a text that is typed finds payments by each thing that it may be, the most exact first, and no more than a few", async () => {
  const others = Array.from({ length: MAX_TOP_HITS + 1 }, (_, index) => `ORD-1${String(index)}`);
  // The lists are what the text finds as a reference, as a gateway's id, and as the beginning of a reference.
  lists(["ORD-1"], [], others);
  const found = await findTopHits(ctx, "ORD-1");
  const references = found.kind === "hits" ? found.payments.map(({ reference }) => reference) : [];
  expect(references).toEqual(["ORD-1", ...others.slice(0, MAX_TOP_HITS - 1)]);
});

test("what may be a contact is not searched for while it is typed", async () => {
  for (const contact of ["asha@example.com", "98765 43210", "98765432"])
    expect(await findTopHits(ctx, contact)).toEqual({ kind: "unknown" });
  expect(searches()).toEqual([]);
});

test("nothing is asked of a service without a list", async () => {
  harness.service.ops = { idempotency: true, operations: [] };
  expect(await findTopHits(ctx, "ORD-1")).toEqual({ kind: "unknown" });
  expect(searches()).toEqual([]);
});

test('a service that does not answer is asked once, and what it has not said is no "none"', async () => {
  const fault = { kind: "answer", status: 500, body: "{}", effect: false } as const;
  harness.service.next(SEARCH, fault);
  expect(await findTopHits(ctx, "ORD-1")).toEqual({ kind: "unknown" });
  expect(searches()).toHaveLength(1);
  lists(["ORD-1"]);
  harness.service.next(SEARCH, fault);
  expect(await findTopHits(ctx, "ORD-1")).toMatchObject({ kind: "hits", payments: [{ reference: "ORD-1" }] });
});
