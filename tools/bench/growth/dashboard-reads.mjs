import { randomInt, randomUUID } from "node:crypto";
import pg from "pg";
import { bundled } from "../bundled.mjs";
import { NEWEST } from "./history.mjs";

const FILES = [
  "refunds/store/refund-list",
  "refunds/store/refund-sums",
  "refunds/store/refund-totals",
  "refunds/store/refund-counts",
  "refunds/store/refund-intents",
  "refunds/domain/refund-filter",
  "audit/store/audit-search",
  "approvals/store/approvals",
].map((name) => `server/dashboard/${name}.ts`);
const DAY_MS = 86_400_000;

/** The dashboard's own lists: the functions of its queries, without a page around them. */
export async function openDashboardReads({ dashboardDatabaseUrl, folder }) {
  const store = await bundled(folder, "dashboard-stores", FILES);
  const db = new pg.Client({ connectionString: dashboardDatabaseUrl });
  db.on("error", () => undefined);
  await db.connect();
  const { rows: people } = await db.query("select id, email from people where role = 'finance'");
  const noFilter = { ...store.readRefundFilter({}).filter, zone: "Asia/Kolkata" };
  const ageingBefore = new Date(NEWEST - DAY_MS);
  const refunds = (filter, after = null) =>
    store.listMatching(db, { ...noFilter, ...filter }, { ageingBefore, after, limit: 51 });
  const sums = (filter) => store.sumMatching(db, { ...noFilter, ...filter }, ageingBefore);
  const noSearch = { person: null, action: null, subject: null, from: null, until: null };
  const audit = (search, before = null) =>
    store.searchAudit(db, { ...noSearch, ...search }, { before, limit: 51 });
  const page = { after: null, limit: 51 };
  const reads = async (size) => {
    const { rows: refunded } = await db.query(
      "select transaction_id as id, reference from refund_intents order by md5(transaction_id) limit 500",
    );
    const any = () => refunded[randomInt(refunded.length)];
    return {
      "own refunds: newest": () => refunds({}),
      "own refunds: next page": () =>
        refunds({}, { requestedAt: new Date(NEWEST - randomInt(1, 600) * DAY_MS), id: randomUUID() }),
      "own refunds: in progress": () => refunds({ view: "in_progress" }),
      "own refunds: attention": () => refunds({ view: "attention" }),
      "own refunds: failed": () => refunds({ view: "failed" }),
      "own refunds: status": () => refunds({ statuses: ["FAILURE"] }),
      "own refunds: status of none": () => refunds({ statuses: ["UNKNOWN"] }),
      "own refunds: amounts": () => refunds({ minPaise: 10_000n, maxPaise: 20_000n }),
      "own refunds: person": () => refunds({ requestedById: people[0].id }),
      "own refunds: reference": () => refunds({ text: any().reference }),
      "own refunds: transaction id": () => refunds({ text: any().id }),
      "own refunds: days": () => refunds({ from: "2025-06-01", until: "2025-06-30" }),
      "own refunds, totals: all": () => sums({}),
      "own refunds, totals: in progress": () => sums({ view: "in_progress" }),
      "own refunds: in need": () => store.countNeedingAttention(db, ageingBefore),
      "own refunds: requesters": () => store.listRequesters(db, 200),
      "overview: refunds of 30 days": () => store.countRefundEnds(db, new Date(NEWEST - 30 * DAY_MS)),
      "refunds of a payment": () => store.listIntentsOfPayment(db, any().id),
      "audit: newest": () => audit({}),
      "audit: next page": () => audit({}, BigInt(randomInt(60, Math.floor(size / 20)))),
      "audit: person": () => audit({ person: people[0].email }),
      "audit: person of none": () => audit({ person: "nobody@" }),
      "audit: action": () => audit({ action: "cancel_requested" }),
      "audit: subject": () => audit({ subject: any().id }),
      "audit: days": () => {
        const from = NEWEST - randomInt(40, 600) * DAY_MS;
        return audit({ from: new Date(from), until: new Date(from + 30 * DAY_MS) });
      },
      "audit: every action": () => store.auditActions(db),
      "approvals: waiting": () => store.listWaitingApprovals(db, page),
      "approvals: decided": () => store.listDecidedApprovals(db, page),
      "approvals: one's own": () => store.listApprovalsOf(db, people[0].id, page),
      "approvals: how many wait": () => store.countWaiting(db),
    };
  };
  const control = () => db.query("select id from people where id = $1", [people[0].id]);
  return { reads, control, db, sumPastDays: () => sumPastDays(store, db), close: () => db.end() };
}

/** The work of the dashboard's job, which would run within minutes. */
async function sumPastDays(store, db) {
  for (const day of await store.findDaysToSum(db, new Date(), 10_000)) {
    await db.query("begin");
    if (!(await store.sumDay(db, day))) throw new Error("somebody changes refunds beside the bench");
    await db.query("commit");
  }
}
