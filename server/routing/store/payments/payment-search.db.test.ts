import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planOf as explain, planOfOne, type Plan, rowsRead } from "@/tools/testing/plans";
import { vacuumAnalyze } from "@/tools/testing/vacuum";
import type { Db } from "@/server/platform/pool";
import type { DeclineReason } from "@/lib/contract/decline-reasons";
import type { MoneyState } from "@/lib/contract/payment-alerts";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { declineCondition } from "../../usecases/payments/decline-of-payment";
import { searchPayments as searchWithTotals } from "../../usecases/payments/search-payments";
import { countDeclinesOverTime, countPaymentsInRange, findKinds, type RateFilter } from "./payment-rates";
import {
  limitedSearchStatement,
  type PaymentFilter,
  type PaymentPosition,
  searchPayments,
  SEARCH_LIMIT,
  searchStatement,
} from "./payment-search";

let service: TestService;
let context: ReturnType<typeof depsOn>;

const ROWS = 60_000;
const MERCHANT = 1;
const FILLING_LIMIT_MS = 180_000;

/**
 * Two merchants with a history each, inserted by SQL: rare and common values of every filter. The planner decides by
 * statistics, not only by the number of rows, so it decides here as with ten million.
 */
beforeAll(async () => {
  service = await startTestService();
  context = depsOn(service);
  await service.db.query(`insert into merchants (name) values ('Other')`);
  await service.db.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
       checkout_token, customer_email, customer_phone, payment_method, card_scheme, issuing_bank, udf1, udf2, udf3, gateway, gateway_transaction_id,
       routing_decision, failure_code, created_at, link_issued_at, expires_at, completed_at)
     select 1 + n % 2, 'TXN20260101' || lpad(n::text, 13, '0'), 'ORDER-' || n, 1, 100 + (n * 7919) % 900000,
       case when n % 9973 = 0 then 'USD' else 'INR' end,
       case when n % 9973 = 0 then 'DROP' when n % 5 = 0 then 'FAILURE' else 'SUCCESS' end,
       'token-' || n, 'customer' || n || '@example.com', (9000000000 + n)::text,
       case when n % 9973 = 0 then 'EMI' when n % 2 = 0 then 'UPI' end,
       case when n % 9973 = 0 then 'JCB' when n % 4 = 0 then 'VISA' end,
       case when n % 9973 = 0 then 'SMALL BANK' when n % 4 = 0 then 'HDFC' end,
       case when n % 7 = 0 then 'common' else 'campaign-' || n % 5000 end, 'desk-' || n % 5000, 'lane-' || n % 5000,
       case when n % 9973 = 0 then 'rare-gateway' else 'simulator' end,
       'charge-' || n, '{}',
       case when n % 5 = 0 and n % 9973 > 0 then case when n % 5000 = 0 then 'Expired_Card' else 'card_declined' end end,
       timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute',
       timestamptz '2026-01-02' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '2 minutes'
     from generate_series(1, $1::integer) n`,
    [ROWS],
  );
  // Refunds that failed count for nothing.
  await service.db.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at)
     select merchant_id, 'RFD' || substr(id, 4) || '-failed', id, merchant_transaction_id, amount_paise, 'INR', 'FAILURE', 'simulator',
       created_at, created_at
     from payments where status = 'SUCCESS' and right(id, 13)::bigint % 3 = 0`,
  );
  // One in 997 paid payments is refunded, in part or whole or not yet, and three are disputed.
  await service.db.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at)
     select merchant_id, 'RFD' || substr(id, 4), id, merchant_transaction_id,
       case when n % 3 = 0 then amount_paise else 50 end, 'INR', case when n % 3 = 1 then 'PROCESSING' else 'SUCCESS' end,
       'simulator', created_at, case when n % 3 = 1 then null else created_at end
     from payments, lateral (select right(id, 13)::bigint / 997 as n) as of
     where status = 'SUCCESS' and right(id, 13)::bigint % 997 = 0`,
  );
  await service.db.query(
    `insert into payment_events (merchant_id, payment_id, kind, at)
     select merchant_id, id, kind, created_at from payments, (values ('initiated'), ('succeeded')) as event (kind)
     union all select merchant_id, id, 'dispute_opened', created_at from payments
       where status = 'SUCCESS' and right(id, 13)::bigint % 19997 = 0`,
  );
  await vacuumAnalyze(service.db, ["payments", "refunds", "payment_events"]);
}, FILLING_LIMIT_MS);
afterAll(async () => {
  await context.close();
  await service.stop();
});

const NOTHING: PaymentFilter = {
  statuses: null,
  createdFrom: null,
  createdUntil: null,
  minPaise: null,
  maxPaise: null,
  paymentMethod: null,
  currency: null,
  cardScheme: null,
  issuingBank: null,
  gateway: null,
  reference: null,
  referencePrefix: null,
  lowerReferencePrefix: null,
  paymentId: null,
  gatewayTransactionId: null,
  udf1: null,
  udf2: null,
  udf3: null,
  customerEmail: null,
  customerPhone: null,
  decline: null,
  money: null,
  ids: null,
};

/** The plan nodes that Postgres chose and ran for the search's own statement. */
async function planOf(filter: Partial<PaymentFilter>, after: PaymentPosition | null = null): Promise<Plan[]> {
  const statement = searchStatement(MERCHANT, { ...NOTHING, ...filter }, { after, limit: 51 });
  return explain(service.db, { ...statement, isPrepared: false }, true);
}

/** The ten-thousandth payment of the history. */
const AFTER: PaymentPosition = {
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 10_000)),
  id: "TXN202601010000000010000",
};

/** What a status and the refunds of a payment come to, read without any index. */
const MONEY_OF = `with money as (select p.id, p.created_at,
    case when p.status <> 'SUCCESS' then p.status
      when exists (select from payment_events e where e.payment_id = p.id and e.kind = 'dispute_opened') then 'disputed'
      when refunded >= p.amount_paise then 'refunded' when refunded > 0 then 'partly_refunded'
      when pending > 0 then 'refund_in_progress' else 'paid' end as state
  from payments p left join (select payment_id, sum(amount_paise) filter (where status = 'SUCCESS') as refunded,
    sum(amount_paise) filter (where status = 'PROCESSING') as pending from refunds group by payment_id) r on r.payment_id = p.id
  where p.merchant_id = $1)`;

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));

const SEARCHES: [string, Partial<PaymentFilter>][] = [
  ["no filter", {}],
  ["a common status", { statuses: ["SUCCESS"] }],
  ["a rare status", { statuses: ["DROP"] }],
  ["a status that none has", { statuses: ["CANCELLED"] }],
  ["several statuses", { statuses: ["DROP", "FAILURE", "CANCELLED"] }],
  ["a recent time", { createdFrom: day(30) }],
  ["an old time", { createdUntil: day(2) }],
  ["a narrow time", { createdFrom: day(10), createdUntil: day(11) }],
  ["an exact amount", { minPaise: 8_019n, maxPaise: 8_019n }],
  ["a narrow range of amounts", { minPaise: 100_000n, maxPaise: 100_500n }],
  ["an amount that none has", { minPaise: 99_999_999n }],
  ["a common method", { paymentMethod: "UPI" }],
  ["a rare method", { paymentMethod: "EMI" }],
  ["a method that none has", { paymentMethod: "WALLET" }],
  ["a common gateway", { gateway: "simulator" }],
  ["a rare gateway", { gateway: "rare-gateway" }],
  ["a gateway that none has", { gateway: "stripe" }],
  ["an exact reference", { reference: "ORDER-100" }],
  ["a reference prefix of few", { referencePrefix: "ORDER-1234" }],
  ["a reference prefix of none", { referencePrefix: "INVOICE" }],
  ["a reference prefix of few in any case", { lowerReferencePrefix: "order-1234" }],
  ["a reference prefix of none in any case", { lowerReferencePrefix: "invoice" }],
  ["an id at the gateway", { gatewayTransactionId: "charge-100" }],
  ["an id at the gateway that none has", { gatewayTransactionId: "charge-x" }],
  ["a transaction id", { paymentId: "TXN202601010000000000100" }],
  ["udf1", { udf1: "campaign-78" }],
  ["udf2", { udf2: "desk-78" }],
  ["udf3", { udf3: "lane-79" }],
  ["a udf that none has", { udf1: "nothing" }],
  ["an e-mail address", { customerEmail: "customer100@example.com" }],
  ["a phone number", { customerPhone: "9000000100" }],
];

describe("a search by one usual filter", () => {
  test.each(SEARCHES)("reads by an index and few rows: %s", async (_name, filter) => {
    const nodes = await planOf(filter);
    const types = nodes.map((node) => node["Node Type"]);
    expect(types).not.toContain("Seq Scan");
    expect(types.some((type) => /Index|Bitmap/.test(type))).toBe(true);
    expect(rowsRead(nodes)).toBeLessThan(ROWS / 100);
  });

  test.each(SEARCHES.filter(([name]) => /no filter|common|udf1/.test(name)))(
    "goes on from a cursor without reading the pages before again: %s",
    async (_name, filter) => {
      const nodes = await planOf(filter, AFTER);
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
      expect(rowsRead(nodes)).toBeLessThan(ROWS / 100);
    },
  );

  const RANGE = { minPaise: 100_000n, maxPaise: 110_000n };
  test.each<[string, Partial<PaymentFilter>]>([
    ["alone", RANGE],
    ["with a status", { ...RANGE, statuses: ["FAILURE"] }],
  ])("a range of amounts reads the records of its page only: %s", async (_name, filter) => {
    const records = (await planOf(filter)).filter((node) =>
      ["Index Scan", "Bitmap Heap Scan", "Seq Scan"].includes(node["Node Type"]),
    );
    expect(records.length).toBeGreaterThan(0);
    expect(rowsRead(records)).toBeLessThanOrEqual(51);
  });

  test.each<[string, DeclineReason, Partial<PaymentFilter>, number]>([
    ["a common one", "issuer_declined", {}, 51],
    ["a rare one", "expired_card", {}, 12],
    ["one that none has", "lost_or_stolen_card", {}, 0],
    ["what has no reason", "unknown", {}, 0],
    ["customers who left", "customer_abandoned", {}, 3],
    ["a rare one of a period", "expired_card", { createdFrom: day(10), createdUntil: day(20) }, 3],
    ["a common one at a gateway", "issuer_declined", { gateway: "simulator" }, 51],
  ])(
    "a decline reason reads the records of its page only, and no payment that was paid: %s",
    async (_name, reason, filter, found) => {
      const decline = declineCondition([reason]);
      const nodes = await planOf({ ...filter, decline });
      const records = nodes.filter((node) =>
        ["Index Scan", "Bitmap Heap Scan", "Seq Scan"].includes(node["Node Type"]),
      );
      expect(rowsRead(records)).toBe(found);
      expect(rowsRead(nodes)).toBeLessThan(ROWS / 5);
      expect(JSON.stringify(nodes)).toContain("payments_declined");
    },
  );

  const ANY = { method: null, minPaise: null, maxPaise: null };
  test.each<[string, (db: Db) => Promise<unknown>]>([
    [
      "the payments of a kind over time",
      (db) =>
        countPaymentsInRange(
          db,
          MERCHANT,
          { from: day(1), until: day(25), bucket: "day", timeZone: "Asia/Kolkata" },
          { ...ANY, currency: "INR", cardScheme: "VISA", issuingBank: "HDFC" },
        ),
    ],
    [
      "the kinds of a period",
      (db) => findKinds(db, MERCHANT, { from: day(1), until: day(25) }, { read: 5_000, most: 30 }),
    ],
  ])("%s are read from one index, and no record (decision 0316)", async (_name, read) => {
    const { nodes } = await planOfOne(context.deps.pool, read);
    const scans = nodes.filter((node) => node["Relation Name"] === "payments");
    expect(scans.map((node) => [node["Node Type"], node["Index Name"]])).toEqual([
      ["Index Only Scan", "payments_newest_first"],
    ]);
  });

  test.each<[string, RateFilter]>([
    ["all", ANY],
    ["of a method and a range of amounts", { method: "UPI", minPaise: 100_00n, maxPaise: 999_99n }],
    ["of a kind", { ...ANY, currency: "INR", cardScheme: "VISA", issuingBank: "HDFC" }],
  ])("the failures over time are read from one index, and no record: %s", async (_name, filter) => {
    const span = { from: day(1), until: day(25), bucket: "day", timeZone: "Asia/Kolkata" } as const;
    const { nodes } = await planOfOne(context.deps.pool, (db) =>
      countDeclinesOverTime(db, MERCHANT, span, filter, 100_000),
    );
    const scans = nodes.filter((node) => node["Relation Name"] === "payments");
    expect(scans.map((node) => [node["Node Type"], node["Index Name"]])).toEqual([
      ["Index Only Scan", "payments_declined"],
    ]);
  });

  test("a broad reference prefix is read in the order of the list instead", async () => {
    expect(rowsRead(await planOf({ referencePrefix: "ORDER-" }))).toBeLessThan(ROWS / 100);
    expect(rowsRead(await planOf({ lowerReferencePrefix: "order-" }))).toBeLessThan(ROWS / 100);
  });
});

describe("a search by card scheme, issuing bank or currency (decision 0324)", () => {
  async function planOfKind(filter: Partial<PaymentFilter>, most = SEARCH_LIMIT): Promise<Plan[]> {
    const statement = limitedSearchStatement(
      MERCHANT,
      { ...NOTHING, ...filter },
      { after: null, limit: 51 },
      most,
    );
    return explain(service.db, { ...statement, isPrepared: false }, true);
  }
  const scansOf = (nodes: readonly Plan[]): Plan[] =>
    nodes.filter((node) => node["Relation Name"] === "payments");
  const RECORDS = ["Index Scan", "Bitmap Heap Scan", "Seq Scan"];

  test.each<[string, Partial<PaymentFilter>, number]>([
    ["a common scheme", { cardScheme: "VISA" }, 51],
    ["a rare scheme", { cardScheme: "JCB" }, 3],
    ["a scheme that none has", { cardScheme: "AMEX" }, 0],
    ["a common bank", { issuingBank: "HDFC" }, 51],
    ["a rare bank", { issuingBank: "SMALL BANK" }, 3],
    ["a bank that none has", { issuingBank: "NOBODY" }, 0],
    ["a common currency", { currency: "INR" }, 51],
    ["a rare currency", { currency: "USD" }, 3],
    ["a currency that none has", { currency: "EUR" }, 0],
    [
      "with all that an entry contains",
      { cardScheme: "JCB", statuses: ["DROP"], gateway: "rare-gateway", paymentMethod: "EMI", minPaise: 1n },
      3,
    ],
    ["of a period", { cardScheme: "JCB", createdFrom: day(1), createdUntil: day(15) }, 1],
  ])("reads entries of one index, and the records of its page only: %s", async (_name, filter, found) => {
    const scans = scansOf(await planOfKind(filter));
    const entries = scans.filter((node) => !RECORDS.includes(node["Node Type"]));
    expect(rowsRead(scans.filter((node) => RECORDS.includes(node["Node Type"])))).toBe(found);
    expect(entries.map((node) => [node["Node Type"], node["Index Name"]])).toEqual(
      Array(2).fill(["Index Only Scan", "payments_newest_first"]),
    );
    if (found === 51) expect(rowsRead(entries)).toBeLessThan(ROWS / 100);
  });

  test("of a decline reason, only payments that were not paid are read", async () => {
    const decline = declineCondition(["issuer_declined"]);
    const nodes = await planOfKind({ cardScheme: "AMEX", decline });
    expect(scansOf(nodes).map((node) => node["Index Name"])).toContain("payments_declined");
    expect(rowsRead(nodes)).toBeLessThan((2 * ROWS) / 5);
  });

  const FEW = { entries: 1_000, records: 100 };
  test.each<[string, Partial<PaymentFilter>, number]>([
    ["entries", { cardScheme: "AMEX", gateway: "simulator" }, FEW.entries],
    [
      "entries of declined payments",
      { cardScheme: "AMEX", decline: declineCondition(["unknown"]) },
      FEW.entries,
    ],
    ["records of a udf", { issuingBank: "NOBODY", udf1: "common" }, FEW.records],
    ["records of a prefix", { currency: "EUR", lowerReferencePrefix: "order-" }, FEW.records],
  ])("where none matches, twice the limit is read and no more: %s", async (_name, filter, most) => {
    expect(rowsRead(scansOf(await planOfKind(filter, FEW)))).toBeLessThanOrEqual(2 * most);
  });

  test.each<[string, Partial<PaymentFilter>, string]>([
    ["of a scheme", { cardScheme: "JCB" }, "card_scheme = 'JCB'"],
    ["of a bank that none has", { issuingBank: "NOBODY" }, "false"],
    [
      "with statuses and a period",
      { issuingBank: "HDFC", statuses: ["FAILURE", "DROP"], createdUntil: day(5) },
      "issuing_bank = 'HDFC' and status in ('FAILURE', 'DROP') and created_at < '2026-01-05T00:00:00Z'",
    ],
    [
      "with a decline reason",
      { currency: "INR", decline: declineCondition(["expired_card"]) },
      "currency = 'INR' and failure_code = 'Expired_Card'",
    ],
    [
      "with a prefix",
      { cardScheme: "VISA", lowerReferencePrefix: "order-123" },
      "card_scheme = 'VISA' and merchant_transaction_id like 'ORDER-123%'",
    ],
  ])("short pages together have each payment once: %s", async (_name, filter, matching) => {
    const { rows } = await service.db.query<{ id: string }>(
      `select id from payments where merchant_id = $1 and ${matching} order by created_at desc, id desc`,
      [MERCHANT],
    );
    const found: string[] = [];
    let after: PaymentPosition | null = null;
    do {
      const page = await searchPayments(
        context.deps.pool,
        MERCHANT,
        { ...NOTHING, ...filter },
        { after, limit: 20 },
        { entries: 1_000, records: 100 },
      );
      found.push(...page.payments.map(({ id }) => id));
      // A full page may go on, too.
      after = page.stoppedAt ?? (page.payments.length === 20 ? (page.payments.at(-1) ?? null) : null);
    } while (after !== null);
    expect(found).toEqual(rows.map(({ id }) => id));
  });
});

describe("a search by what happened to the money", () => {
  const stateIn = (...states: MoneyState[]): Partial<PaymentFilter> => ({
    statuses: ["SUCCESS"],
    money: { states, ids: [] },
  });
  const planOfMoney = (filter: Partial<PaymentFilter>, most = SEARCH_LIMIT): Promise<Plan[]> => {
    const page = { after: null, limit: 51 };
    const statement = limitedSearchStatement(MERCHANT, { ...NOTHING, ...filter }, page, most);
    return explain(service.db, { ...statement, isPrepared: false }, true);
  };

  test.each<[string, Partial<PaymentFilter>, readonly string[]]>([
    ["paid", stateIn("paid"), ["paid"]],
    ["refunded", stateIn("refunded"), ["refunded"]],
    ["partly refunded", stateIn("partly_refunded"), ["partly_refunded"]],
    ["with a refund in progress", stateIn("refund_in_progress"), ["refund_in_progress"]],
    ["disputed", stateIn("disputed"), ["disputed"]],
    [
      "several, beside statuses",
      { statuses: ["SUCCESS", "DROP"], money: { states: ["refunded", "disputed"], ids: [] } },
      ["refunded", "disputed", "DROP"],
    ],
  ])("short pages together have each payment once: %s", async (_, filter, states) => {
    const { rows } = await service.db.query<{ id: string }>(
      `${MONEY_OF} select id from money where state = any($2) order by created_at desc, id desc limit 200`,
      [MERCHANT, states],
    );
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await searchWithTotals(
        context.deps,
        MERCHANT,
        { ...NOTHING, declineReasons: null, ...filter },
        { cursor, limit: 40 },
      );
      if (!page.ok) throw new Error(page.error.kind);
      found.push(...page.value.payments.map(({ payment }) => payment.id));
      cursor = page.value.nextCursor;
    } while (cursor !== null && found.length < 200);
    expect(rows.length).toBeGreaterThan(0);
    expect(found.slice(0, 200)).toEqual(rows.map(({ id }) => id));
  });

  test.each<[string, Partial<PaymentFilter>]>([
    ["paid", stateIn("paid")],
    ["partly refunded", stateIn("partly_refunded")],
    ["disputed", stateIn("disputed")],
    ["refunded, at a gateway", { ...stateIn("refunded"), gateway: "simulator" }],
  ])("reads a limited number of payments by indexes: %s", async (_, filter) => {
    const nodes = await planOfMoney(filter, { entries: 1_000, records: 300 });
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
    const ofPayments = nodes.filter((node) => node["Relation Name"] === "payments");
    expect(rowsRead(ofPayments)).toBeLessThanOrEqual(2 * 300 + 51);
  });

  test("payments by their ids alone read these, and no more", async () => {
    const ids = [2, 20, 30_002].map((n) => `TXN20260101${String(n).padStart(13, "0")}`);
    const nodes = await planOf({ statuses: ["SUCCESS"], ids });
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
    expect(rowsRead(nodes.filter((node) => node["Relation Name"] === "payments"))).toBeLessThanOrEqual(3);
    const filter = { ...NOTHING, statuses: ["SUCCESS" as const], ids };
    const { payments } = await searchPayments(context.deps.pool, MERCHANT, filter, { after: null, limit: 9 });
    // The second failed, and is no paid payment.
    expect(payments.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    const ofAnyStatus = await planOf({ ids });
    expect(rowsRead(ofAnyStatus.filter((node) => node["Relation Name"] === "payments"))).toBeLessThanOrEqual(
      3,
    );
  });
});
