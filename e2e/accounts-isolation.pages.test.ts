import { randomInt, randomUUID } from "node:crypto";
import exceljs from "exceljs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { ABOVE_THRESHOLD } from "./support/approval";
import { actionNamed, callAction, returned } from "./support/direct";
import { choose, createPayment } from "./support/merchant";
import { cookieOf, openPage, type PageOverHttp, words } from "./support/page-over-http";
import { PAGES } from "./support/pages";
import { chargeLess } from "./support/reconciliation";
import { addAccount, closeAccount, type SecondAccount } from "./support/second-account";
import type { StaffRole } from "./support/staff";
import { removeThreshold, setThreshold } from "./support/threshold";

const ROLES = ["support", "finance", "admin"] as const satisfies readonly StaffRole[];
const SIDES = ["first", "second"] as const;
type Side = (typeof SIDES)[number];
const id = randomUUID().slice(0, 8);
/** Words that occur in one account alone. */
const CANARY = { first: `canaryone${id}`, second: `canarytwo${id}` };
const EXPORTS = ["payments", "refunds", "manual-refunds", "audit"];
const FORMATS = ["csv", "xlsx"];
/** The search for words of notes. */
const FOUND_NOTES = "/payments?reference=called%20customer";
/** Pages that show the word of their own account: without it, one of another account would prove nothing. */
const WITH_WORD = ["/refunds", "/refunds/manual", FOUND_NOTES, "/bulk"];
const OPEN_FINDINGS = "/reconciliation?view=open";
/** Of both accounts, and of this test alone. */
const CUSTOMER = {
  customer_email: `isolated-${id}@example.com`,
  customer_phone: `9${String(randomInt(100_000_000, 999_999_999))}`,
};
/** For a worker of the service or of the dashboard. */
const WAIT = { timeout: 120_000, interval: 250 };
const reference = `ORDER-${randomUUID()}`;

/** What has an id of its own. Each path is without the prefix of its account. */
type Records = {
  pages: string[];
  files: string[];
  /** Pages that say in their text that nothing is there, and who can read them in their own account. */
  worded: { path: string; reader: StaffRole; isMissing: RegExp }[];
};
type Counts = Record<"requests" | "approvals" | "payments", string>;

let account: SecondAccount;
let transactions: Record<Side, string>;
const records = {} as Record<Side, Records>;
let counts: { first: Counts; firstAfter: Counts; second: Counts };

const at = (side: Side, path: string): string =>
  side === "first" ? path : `/a/${account.slug}${path === "/" ? "" : path}`;
const withoutPrefix = (side: Side, path: string): string =>
  path.slice(at(side, "/").length - (side === "first" ? 1 : 0));
const open = async (side: Side, role: StaffRole, path: string): Promise<PageOverHttp> =>
  openPage(at(side, path), { cookie: await cookieOf(role) });

/** The same reference in both accounts, with another word in each. */
async function fill(side: Side, ofPayment: string, amount = "100.00"): Promise<string> {
  const fields = { merchant_transaction_id: ofPayment, customer_details: CUSTOMER, udf1: CANARY[side] };
  if (side === "first") {
    const payment = await createPayment(amount, fields);
    await choose(payment.payment_link, "success");
    return payment.transaction_id;
  }
  const answer = await account.client.initiatePayment({ ...fields, transaction_amount: amount });
  if (answer.kind !== "answered" || !answer.value.success) throw new Error(JSON.stringify(answer));
  await choose(answer.value.payment_link, "success");
  return answer.value.transaction_id;
}

type Given = { input: unknown } | { form: Record<string, string> };
/** Calls an action in an account. `kind`: what it must come to. */
const by =
  (side: Side, role: StaffRole) =>
  async <Outcome>(name: string, given: Given, kind: string): Promise<Outcome> => {
    const action = actionNamed(name);
    const answer = await callAction({ ...action, page: at(side, action.page) }, await cookieOf(role), given);
    const outcome = JSON.parse(returned(answer)) as Outcome;
    expect(outcome, name).toMatchObject({ kind });
    return outcome;
  };

async function post(side: Side, path: string, init: RequestInit): Promise<Response> {
  const headers = { ...init.headers, cookie: await cookieOf("finance"), origin: E2E.dashboardUrl };
  return fetch(new URL(at(side, path), E2E.dashboardUrl), { method: "POST", ...init, headers });
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** A note, a manual refund, a refund, a request and an approval, and a bulk run, each with the word of the account. */
async function writeWord(side: Side, transactionId: string): Promise<string[]> {
  const word = CANARY[side];
  const [finance, support] = [by(side, "finance"), by(side, "support")];
  const note = {
    noteId: randomUUID(),
    subject: { kind: "payment", id: transactionId },
    text: `Called the customer: ${word}`,
    mentions: [],
  };
  await finance("addNoteAction", { input: note }, "done");
  const of = { reference, transactionId };
  const transfer = { method: "cash", paidOn: today(), transferReference: word, note: "" };
  const manual = { ...of, ...transfer, manualRefundId: randomUUID(), amount: "5" };
  await finance("recordManualRefundAction", { input: manual }, "recorded");
  const refund = { ...of, intentId: randomUUID(), amount: "7", reason: word, isApprovalExpected: false };
  await finance("requestRefundAction", { input: refund }, "accepted");
  const request = { ...of, requestId: randomUUID(), amount: "2", reason: "", reasonCode: null, note: word };
  await support("createRequestAction", { input: request }, "requested");
  const uploaded = await post(side, `/api/bulk?kind=lookup&name=${word}.csv`, {
    body: `reference\n${word}`,
    headers: { "content-type": "application/octet-stream" },
  });
  expect(uploaded.status).toBe(201);
  const { runId } = (await uploaded.json()) as { runId: string };
  return [`/bulk/${runId}`, `/requests/${request.requestId}`, await requestApproval(side)];
}

/** More than a threshold, which is there for this refund alone. */
async function requestApproval(side: Side): Promise<string> {
  const large = await fill(side, `${reference}-large`, ABOVE_THRESHOLD);
  const of = {
    dashboardUrl: E2E.dashboardUrl,
    prefix: at(side, "/").replace(/\/$/, ""),
    role: "finance",
  } as const;
  await setThreshold(of, "900000.00");
  try {
    const input = {
      ...{ intentId: randomUUID(), reference: `${reference}-large`, transactionId: large },
      ...{ amount: ABOVE_THRESHOLD, reason: CANARY[side], reasonCode: null, isApprovalExpected: true },
    };
    const asked = await by(side, "finance")<{ approvalId: string }>(
      "requestRefundAction",
      { input },
      "awaiting_approval",
    );
    return `/approvals/${asked.approvalId}`;
  } finally {
    await removeThreshold(of);
  }
}

/** The path of the file of an export that finance schedules and runs at once. */
async function runScheduledExport(side: Side): Promise<string> {
  const name = `Export ${CANARY[side]}`;
  const form = {
    ...{ list: "payments", query: `udf1=${CANARY[side]}`, name, format: "csv", frequency: "daily" },
    ...{ weekday: "1", monthDay: "1", time: "08:00", timeZone: "UTC" },
  };
  const finance = by(side, "finance");
  await finance("createScheduleAction", { form }, "created");
  const region = async (): Promise<HTMLElement> =>
    (await open(side, "finance", "/exports")).getByRole("region", { name });
  const schedule = (await region()).querySelector<HTMLInputElement>("[name=schedule]")?.value ?? "";
  await finance("changeScheduleAction", { form: { schedule, do: "run" } }, "done");
  const file = async (): Promise<string | null> =>
    [...(await region()).querySelectorAll("a")]
      .find((link) => words(link).startsWith("Download"))
      ?.getAttribute("href") ?? null;
  return withoutPrefix(side, await vi.waitUntil(file, WAIT));
}

/** A reconciliation with a finding about a payment whose reference has the word. */
async function reconcile(side: Side): Promise<Records["worded"]> {
  await chargeLess(await fill(side, `${CANARY[side]}-charge`, "500.00"));
  const input = { requestId: randomUUID(), from: today(), until: today(), gateway: null, repairs: false };
  const { value } = await by(side, "finance")<{ value: { run_id: string } }>(
    "startReconciliationAction",
    { input },
    "done",
  );
  const run = `/reconciliation/${value.run_id}`;
  const finding = async (): Promise<string | null> => {
    const rows = (await open(side, "finance", run)).queryAllByRole("row");
    const row = rows.find((one) => words(one).includes(`${CANARY[side]}-charge`));
    return row?.querySelector("a[href*='/findings/']")?.getAttribute("href") ?? null;
  };
  const found = withoutPrefix(side, await vi.waitUntil(finding, WAIT));
  const isMissing = /The service does not have this item|does not allow/;
  return [run, found].map((path) => ({
    path,
    reader: "finance",
    isMissing,
  }));
}

/** The customer of both accounts: the page has the note of this account's payment. */
async function openCustomer(side: Side): Promise<Records["worded"][number]> {
  const answer = await post(side, `/api/payments/${transactions[side]}/customer`, {});
  const { customerId } = (await answer.json()) as { customerId: string };
  const path = `/payments/customers/${customerId}`;
  return { path, reader: "finance", isMissing: /This customer(’|&#x27;|')s page has expired/ };
}

/** A composed role that has the word as its name. */
async function composeRole(side: Side): Promise<Records["worded"][number]> {
  const input = { id: null, version: null, name: CANARY[side], permissions: ["view_payments"] };
  const limits = { refundLimits: null, approveLimits: null };
  const role = { input: { ...input, ...limits } };
  const saved = await by(side, "admin")<{ id: string }>("saveRoleAction", role, "saved");
  return {
    path: `/people/roles/${saved.id}`,
    reader: "admin",
    isMissing: /No role has this id|does not allow/,
  };
}

/** What finance and an admin see counted: at the tabs of refunds, and the payments of today. */
async function countsOf(side: Side): Promise<Counts> {
  const counted = async (role: StaffRole, name: RegExp): Promise<string> =>
    words((await open(side, role, "/refunds")).getByRole("link", { name }));
  const overview = await open(side, "finance", "/overview?range=24h");
  return {
    requests: await counted("finance", /^Requests/),
    approvals: await counted("admin", /^Approvals/),
    payments:
      /^Payments ?(\d+)/.exec(
        words(overview.getAllByRole("link", { name: /^Payments \d/ })[0] ?? null),
      )?.[1] ?? "",
  };
}

beforeAll(async () => {
  account = await addAccount(`isolated-${id}`, ROLES);
  transactions = { first: await fill("first", reference), second: await fill("second", reference) };
  let first: Counts | null = null;
  for (const side of SIDES) {
    const pages = await writeWord(side, transactions[side]);
    const results = FORMATS.map((format) => `/api${pages[0] ?? ""}/result?format=${format}`);
    records[side] = {
      pages,
      files: [...results, await runScheduledExport(side)],
      worded: [...(await reconcile(side)), await openCustomer(side), await composeRole(side)],
    };
    first ??= await countsOf("first");
  }
  if (first === null) throw new Error("no account was counted");
  counts = { first, second: await countsOf("second"), firstAfter: await countsOf("first") };
});
afterAll(() => closeAccount(account.slug));

test("an account counts what was made in it, and nothing of the other", () => {
  expect(counts.second).toEqual({ requests: "Requests1", approvals: "Approvals1", payments: "3" });
  expect(counts.firstAfter).toEqual(counts.first);
});

/** A workbook as its texts, because a zip archive shows no word to a search in its bytes, and anything else as it is. */
async function textOf(answer: Response): Promise<string> {
  const body = new Uint8Array(await answer.arrayBuffer());
  if (!(body[0] === 0x50 && body[1] === 0x4b)) return new TextDecoder().decode(body);
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(body.buffer);
  const texts: string[] = [];
  for (const sheet of workbook.worksheets) {
    sheet.eachRow((row) => {
      row.eachCell((cell) => texts.push(cell.text));
    });
  }
  return texts.join("\n");
}

const exportsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => FORMATS.map((format) => `/api/export/${name}?format=${format}`));

/** All pages, and the payments of one reference. */
const allPages = (): string[] => [
  ...PAGES.filter((path) => path !== "/merchant-accounts"),
  "/queues?team=finance",
  OPEN_FINDINGS,
  FOUND_NOTES,
  `/payments?reference=${reference}`,
  ...SIDES.map((side) => `/payments/${transactions[side]}?reference=${reference}`),
];

async function get(side: Side, role: StaffRole, path: string): Promise<Response> {
  return fetch(new URL(at(side, path), E2E.dashboardUrl), { headers: { cookie: await cookieOf(role) } });
}

/** Reads the paths in an account: none has the word of the other. Returns those that have its own. */
async function readAll(side: Side, role: StaffRole, paths: readonly string[]): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, await textOf(await get(side, role, path)));
  const withWord = (word: string): string[] => paths.filter((path) => texts.get(path)?.includes(word));
  expect(withWord(CANARY[otherOf(side)])).toEqual([]);
  return withWord(CANARY[side]);
}

const otherOf = (side: Side): Side => (side === "first" ? "second" : "first");

/** An id of the other account is not found in this one, and nothing of it is in the response. */
async function expectNothingOfOther(side: Side, role: StaffRole): Promise<void> {
  const { pages, files, worded } = records[otherOf(side)];
  const word = CANARY[otherOf(side)];
  for (const path of [...pages, ...files]) {
    const answer = await get(side, role, path);
    const text = await textOf(answer);
    expect(text, path).not.toContain(word);
    // The page of a run, where a missing result leads too, says so in its text.
    if (path.includes("/bulk/")) expect(text, path).toMatch(/Bulk run not found|does not allow/);
    else if (path.startsWith("/api/")) expect(text, path).toContain("<html");
    else expect(answer.status, path).toBe(404);
  }
  for (const { path, isMissing } of worded) {
    const page = await open(side, role, path);
    expect(page.html, path).not.toContain(word);
    // What a person sees: the response has texts of other pages, too, in the data of the framework.
    expect(page.text, path).toMatch(isMissing);
  }
}

async function expectOwn(side: Side, role: StaffRole): Promise<void> {
  for (const { path, isMissing } of records[side].worded.filter(({ reader }) => reader === role)) {
    const page = await open(side, role, path);
    expect(page.html, path).toContain(CANARY[side]);
    expect(page.text, path).not.toMatch(isMissing);
  }
}

// Those who see least and most: which account is read does not depend on the role.
test.each(["support", "admin"] as const)(
  "no page or search of an account contains anything of the other, for %s",
  async (role) => {
    for (const side of SIDES) {
      const own = await readAll(side, role, [...allPages(), ...exportsOf(["audit"])]);
      // The test reads what it should: the account's own word is there.
      expect(own).toContain(`/payments/${transactions[side]}?reference=${reference}`);
      expect(own).toEqual(expect.arrayContaining([...WITH_WORD, "/requests"]));
      if (role === "admin") expect(own).toEqual(expect.arrayContaining(["/people/roles", OPEN_FINDINGS]));
      await expectNothingOfOther(side, role);
      await expectOwn(side, role);
    }
  },
);

test("no export of an account and nothing that has an id contains anything of the other, for finance", async () => {
  for (const side of SIDES) {
    const own = await readAll(side, "finance", [
      ...exportsOf(EXPORTS),
      ...records[side].pages,
      ...records[side].files,
    ]);
    expect(own).toEqual([
      ...exportsOf(EXPORTS.filter((name) => name !== "audit")),
      ...records[side].pages,
      ...records[side].files,
    ]);
    await expectNothingOfOther(side, "finance");
    await expectOwn(side, "finance");
    for (const format of FORMATS) {
      const body = new URLSearchParams({ lines: reference, format });
      const text = await textOf(await post(side, "/api/export/lines", { body }));
      expect(text).toContain(transactions[side]);
      expect(text).not.toContain(transactions[otherOf(side)]);
      expect(text).not.toContain(CANARY[otherOf(side)]);
    }
  }
});
