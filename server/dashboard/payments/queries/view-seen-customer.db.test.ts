import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { NewPaymentEntry } from "@/lib/payments/new-payment-view";
import { createVault } from "../../auth/vault";
import type { Ctx } from "../../context";
import { cleanUp } from "../../jobs/clean-up";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount } from "@/tools/testing/dashboard/second-account";
import { returnManually } from "@/tools/testing/dashboard/manual-refund";
import { createHere, foundLines, openPayment, paymentAt, storedSeen } from "@/tools/testing/dashboard/seen";
import { findByText } from "../commands/find-by-text";
import { openCustomer } from "../commands/open-customer";
import { viewCustomer } from "./view-customer";

const EMAIL = "Asha.Rao@example.com";
const PHONE = "9876543210";

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

const create = (entry: Partial<NewPaymentEntry>) => createHere(ctx, harness.service, entry);

async function opened(payment: TransactionRecord): Promise<string> {
  const outcome = await openCustomer(ctx, { transactionId: payment.transaction_id });
  if (outcome.kind !== "opens") throw new Error(outcome.kind);
  return outcome.customerId;
}

async function customerOf(payment: TransactionRecord) {
  const view = await viewCustomer(ctx, await opened(payment));
  if (view.kind !== "found") throw new Error(JSON.stringify(view));
  return view;
}

const idsOf = ({ payments }: { payments: readonly { transactionId: string }[] }) =>
  payments.map(({ transactionId }) => transactionId).sort();

describe("a customer whose payments were created here", () => {
  it("is found by the address in any case and by every writing of the number; the contact is stored nowhere", async () => {
    const byBoth = await create({ customer_email: EMAIL, customer_phone: `91${PHONE}` });
    const byPhone = await create({ customer_phone: PHONE });
    const other = await create({ customer_email: "other@example.com" });
    const [email, phone, spaced] = await found(`${EMAIL.toUpperCase()}\n+91 98765 43210\n0${PHONE}`);
    if (email?.kind !== "found" || phone?.kind !== "found" || spaced?.kind !== "found")
      throw new Error("not found");
    expect(idsOf(email)).toEqual([byBoth.transaction_id]);
    expect(idsOf(phone)).toEqual([byBoth, byPhone].map((one) => one.transaction_id).sort());
    expect(idsOf(spaced)).toEqual(idsOf(phone));
    expect(await found("nobody@example.com")).toMatchObject([{ kind: "not_seen" }]);
    expect(await findByText(ctx, "other@example.com")).toEqual({
      kind: "opens",
      href: `/payments/${other.transaction_id}?reference=${other.merchant_transaction_id}`,
    });

    const { rows } = await harness.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of rows) {
      const { rows: texts } = await harness.pool.query<{ text: string }>(
        `select t::text as text from ${name} t`,
      );
      expect(
        texts.filter(({ text }) => /asha\.rao|9876543210|other@example/i.test(text)),
        name,
      ).toEqual([]);
    }
    const searched = (await harness.audit()).filter(({ action }) => action === "customer_searched");
    expect(searched.length).toBeGreaterThan(1);
  });

  it.each(["442079460000-", "442079460000/", "(44)2079460000/", "44 20 7946 0000"])(
    "is searched for with an entry in the audit log, however the number is written: %s",
    async (typed) => {
      const searches = async () =>
        (await harness.audit()).filter(({ action }) => action === "customer_searched").length;
      await create({ customer_phone: "442079460000" });
      expect(await findByText(ctx, typed)).toMatchObject({ kind: "opens" });
      expect(await searches()).toBe(1);
      expect(await found(typed)).toMatchObject([{ kind: "found" }]);
      expect(await searches()).toBe(2);
    },
  );

  it("has a page with every attempt of these references, and with the refunds made here", async () => {
    const first = await create({ customer_email: EMAIL, customer_phone: PHONE });
    first.transaction_status = "FAILURE";
    const again = addPayment({
      merchant_transaction_id: first.merchant_transaction_id,
      transaction_amount: "800.00",
    });
    const other = await create({
      customer_phone: `+91${PHONE}`.slice(1),
      transaction_amount: "20",
      currency: "USD",
    });
    other.transaction_status = "SUCCESS";
    other.currency = "USD";
    await create({ customer_email: "other@example.com" });
    await harness.pool.query("insert into refund_ledgers values ($1)", [again.transaction_id]);
    await harness.pool.query(
      `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
         requested_at, state, sent_at, answered_at, refund_id, refund_status, completed_at)
       values (gen_random_uuid(), $1, $2, $3, 10000, 'INR', $4, now(), 'ACCEPTED', now(), now(), 'RFD1', 'SUCCESS', now())`,
      [again.transaction_id, again.merchant_transaction_id, ctx.routing.serviceAddress, ctx.actor.userId],
    );
    await returnManually(await harness.ctxOf("finance"), again, "50.00");
    const view = await customerOf(first);
    expect(view).toMatchObject({
      isSeenOnly: true,
      masked: null,
      isTruncated: false,
      counts: { paid: 2, open: 0, unpaid: 1, test: 0 },
    });
    expect(idsOf(view)).toEqual([first, again, other].map((one) => one.transaction_id).sort());
    const byCurrency = Object.fromEntries(view.totals.map((total) => [total.currency, total]));
    expect(byCurrency.INR).toMatchObject({
      paid: "800.00",
      refunded: "100.00",
      manual: "50.00",
      left: "650.00",
      refundShare: "12.5",
    });
    expect(byCurrency.USD).toMatchObject({ paid: "20.00", refunded: "0.00" });
    expect(view.payments.find(({ transactionId }) => transactionId === again.transaction_id)?.refunded).toBe(
      "100.00",
    );
  });

  /** `orders` later references of the same customer, ORDER-0001 being the oldest, each tried so often. */
  async function orderMore(
    { merchant_transaction_id: first }: TransactionRecord,
    orders: number,
    attempts: number,
  ) {
    await harness.pool.query(
      `insert into seen_payments select service_address, 'TXN-' || n || '-' || attempt, 'ORDER-' || lpad(n::text, 4, '0'),
         amount_paise, currency, status, null, false, created_at + n * interval '1 minute', seen_at
       from seen_payments, generate_series($2::integer, 1, -1) n, generate_series(1, $3::integer) attempt
       where reference = $1`,
      [first, orders, attempts],
    );
    await harness.pool.query(
      `insert into seen_contacts select service_address, contact_hash, 'ORDER-' || lpad(n::text, 4, '0'), seen_at
       from seen_contacts, generate_series(1, $1::integer) n`,
      [orders],
    );
    // They are shown as last seen.
    harness.service.always("transaction_status", { kind: "drop", when: "before" });
  }

  it("has the newest payments, and says that older ones are left out, when there are too many", async () => {
    const payment = await create({ customer_email: EMAIL });
    await orderMore(payment, 250, 1);
    const view = await customerOf(payment);
    expect(view.isTruncated).toBe(true);
    expect(view.payments.map(({ reference }) => reference)).toEqual(
      Array.from({ length: 50 }, (_, index) => `ORDER-${String(250 - index).padStart(4, "0")}`),
    );
  });

  it("says that older ones are left out when few references have too many payments", async () => {
    const payment = await create({ customer_email: EMAIL });
    await orderMore(payment, 45, 6);
    const view = await customerOf(payment);
    expect(view.payments.length).toBeLessThan(45 * 6 + 1);
    expect(view.isTruncated).toBe(true);
    expect(view.payments[0]?.reference).toBe("ORDER-0045");
  });

  it("is shown as last seen, with the time, where the service does not answer", async () => {
    const payment = await create({ customer_email: EMAIL });
    await open(payment);
    const customerId = await opened(payment);
    harness.service.always("transaction_status", { kind: "drop", when: "before" });
    expect(await viewCustomer(ctx, customerId)).toMatchObject({
      kind: "found",
      payments: [
        {
          transactionId: payment.transaction_id,
          status: "INITIATED",
          amount: "800.00",
          seenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        },
      ],
    });
  });

  it("has a page for the session that opened it, for half an hour, and an audit entry without the contact", async () => {
    const payment = await create({ customer_email: EMAIL });
    const customerId = await opened(payment);
    expect(await viewCustomer(await harness.ctxOf("admin"), customerId)).toEqual({ kind: "expired" });
    harness.clock.advance(31 * 60_000);
    expect(await viewCustomer(ctx, customerId)).toEqual({ kind: "expired" });
    await cleanUp(harness.services);
    const { rows } = await harness.pool.query("select 1 from seen_customers");
    expect(rows).toEqual([]);
    const log = await harness.audit();
    expect(log.at(-1)).toMatchObject({
      action: "customer_searched",
      detail: { transactionId: payment.transaction_id },
    });
    expect(JSON.stringify(log)).not.toMatch(/asha/i);
  });

  it("is not known for a payment that was created elsewhere: no answer of the service has a contact", async () => {
    const payment = addPayment();
    const { transaction_id: transactionId } = payment;
    expect(await openCustomer(ctx, { transactionId })).toEqual({ kind: "not_seen" });
    expect(await open(payment)).toMatchObject({ detail: { isCustomerKnown: false } });
    expect(await openCustomer(ctx, { transactionId })).toEqual({ kind: "not_seen" });
    expect(await open(await create({ customer_email: EMAIL }))).toMatchObject({
      detail: { isCustomerKnown: true },
    });
  });

  it("is recognised by the old key while it is being changed, and not without it", async () => {
    await create({ customer_email: EMAIL });
    const changing = { ...ctx, vault: createVault("a new secret of the vault", "test-secret-of-the-vault") };
    expect(await found(EMAIL, changing)).toMatchObject([{ kind: "found" }]);
    const changed = { ...ctx, vault: createVault("a new secret of the vault") };
    expect(await found(EMAIL, changed)).toMatchObject([{ kind: "not_seen" }]);
  });
});

it("two accounts know nothing of each other's payments and customers, and their hashes of one contact differ", async () => {
  const second = await addSecondAccount(harness);
  try {
    second.service.ops = null;
    const there = await second.ctxOf("ops");
    const mine = await create({ customer_email: EMAIL });
    const theirs = await createHere(there, second.service, { customer_email: EMAIL });
    mine.gateway_transaction_id = "pi_mine";
    theirs.gateway_transaction_id = "pi_theirs";
    await open(mine);
    await found(theirs.merchant_transaction_id, there);

    const lines = `${EMAIL}\npi_mine\npi_theirs`;
    const only = (payment: TransactionRecord) => ({
      kind: "found",
      payments: [{ transactionId: payment.transaction_id }],
    });
    expect(await found(lines)).toMatchObject([only(mine), only(mine), { kind: "not_seen" }]);
    expect(await found(lines, there)).toMatchObject([only(theirs), { kind: "not_seen" }, only(theirs)]);
    expect(await openCustomer(there, { transactionId: mine.transaction_id })).toEqual({ kind: "not_seen" });
    const customerId = await opened(mine);
    expect(await viewCustomer({ ...there, actor: ctx.actor }, customerId)).toEqual({ kind: "expired" });

    const schema = `account_${String(there.account.id)}`;
    expect(await storedSeen(harness.pool)).not.toContain(theirs.transaction_id);
    expect(await storedSeen(harness.pool, schema)).not.toContain(mine.transaction_id);
    const hashes = async (of: string) =>
      (
        await harness.pool.query<{ hash: string }>(
          `select encode(contact_hash, 'hex') as hash from ${of}.seen_contacts`,
        )
      ).rows;
    expect(await hashes("public")).toHaveLength(1);
    expect(await hashes("public")).not.toEqual(await hashes(schema));
  } finally {
    await second.stop();
  }
});
