import { randomInt, randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import exceljs from "exceljs";
import { E2E } from "../tools/testing/e2e-stack";
import { ABOVE_THRESHOLD, requestApproval } from "./support/approval";
import { choose, createPayment } from "./support/merchant";
import { PAGES } from "./support/pages";
import { addAccount, type SecondAccount } from "./support/second-account";
import { chargeLess, openFinding, runToday } from "./support/reconciliation";
import { newSession, openRefund, type StaffRole } from "./support/staff";

const ROLES = ["support", "ops", "finance", "admin"] as const satisfies readonly StaffRole[];
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

let account: SecondAccount;
test.beforeAll(async () => {
  account = await addAccount(`isolated-${id}`, ROLES);
});

const prefixOf = (side: keyof typeof CANARY): string => (side === "first" ? "" : `/a/${account.slug}`);

/** The same reference in both accounts, with another word in each. */
async function fill(side: keyof typeof CANARY, reference: string, amount = "100.00"): Promise<string> {
  const fields = { merchant_transaction_id: reference, customer_details: CUSTOMER, udf1: CANARY[side] };
  if (side === "first") {
    const payment = await createPayment(amount, fields);
    await choose(payment.payment_link, "success");
    return payment.transaction_id;
  }
  const response = await account.client.initiatePayment({ ...fields, transaction_amount: amount });
  if (response.kind !== "answered" || !response.value.success) throw new Error(JSON.stringify(response));
  await choose(response.value.payment_link, "success");
  return response.value.transaction_id;
}

/** The texts of a workbook: a zip archive shows no word to a search in its bytes. */
async function textOfWorkbook(bytes: Buffer): Promise<string> {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(new Uint8Array(bytes).buffer);
  const texts: string[] = [];
  for (const sheet of workbook.worksheets) {
    sheet.eachRow((row) => {
      row.eachCell((cell) => texts.push(cell.text));
    });
  }
  return texts.join("\n");
}

/** A workbook as its texts, and anything else as it is. */
async function textOf(response: { body(): Promise<Buffer> }): Promise<string> {
  const body = await response.body();
  return body.subarray(0, 2).toString("latin1") === "PK" ? textOfWorkbook(body) : body.toString("utf8");
}

/** Every text that a person gets of an account: all pages, one payment, and each export. */
async function readAll(
  request: APIRequestContext,
  prefix: string,
  { reference, transactionIds }: { reference: string; transactionIds: readonly string[] },
): Promise<Map<string, string>> {
  const paths = [
    ...PAGES.filter((path) => path !== "/merchant-accounts"),
    OPEN_FINDINGS,
    FOUND_NOTES,
    `/payments?reference=${reference}`,
    ...transactionIds.map((transactionId) => `/payments/${transactionId}?reference=${reference}`),
    ...exportsOf(EXPORTS),
  ];
  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, await textOf(await request.get(`${prefix}${path}`)));
  return texts;
}

const exportsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => FORMATS.map((format) => `/api/export/${name}?format=${format}`));

/** What has an id of its own. Each path is without the prefix of its account. */
type Records = {
  pages: string[];
  files: string[];
  /** Pages that say in their text that nothing is there, and who can read them in their own account. */
  worded: { path: string; reader: StaffRole; isMissing: RegExp }[];
};

/** Finance exports what pasted lines find. */
async function exportLines(request: APIRequestContext, prefix: string, lines: string): Promise<string[]> {
  const texts: string[] = [];
  for (const format of FORMATS) {
    const response = await request.post(`${prefix}/api/export/lines`, {
      form: { lines, format },
      headers: { origin: E2E.dashboardUrl },
    });
    texts.push(await textOf(response));
  }
  return texts;
}

/** The path of the file of an export that finance schedules and runs at once. */
async function runScheduledExport(page: Page, side: keyof typeof CANARY): Promise<string> {
  const name = `Export ${CANARY[side]}`;
  await page.goto(`${prefixOf(side)}/payments?udf1=${CANARY[side]}`);
  await page.getByText("Export", { exact: true }).click();
  await page.getByRole("link", { name: "Schedule export" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Schedule export" }).click();
  await expect(page.getByText("Scheduled.", { exact: true })).toBeVisible();
  await page.goto(`${prefixOf(side)}/exports`);
  await page.getByRole("button", { name: `Run ${name} now` }).click();
  const download = page.getByRole("region", { name }).getByRole("link", { name: "Download" });
  await expect(download).toBeVisible();
  return withoutPrefix(side, (await download.getAttribute("href")) ?? "");
}

const withoutPrefix = (side: keyof typeof CANARY, path: string): string =>
  path.slice(path.startsWith(`${prefixOf(side)}/`) ? prefixOf(side).length : 0);

type Counts = Record<"requests" | "approvals" | "payments", string>;

/** What finance and an admin see counted: at the tabs of refunds, and the payments of today. */
async function countsOf(people: { finance: Page; admin: Page }, prefix: string): Promise<Counts> {
  const { finance, admin } = people;
  const counted = async (page: Page, tab: string): Promise<string> => {
    await page.goto(`${prefix}/refunds`);
    const tabs = page.getByRole("navigation", { name: "Lists of refunds" });
    return (await tabs.getByRole("link", { name: tab }).textContent()) ?? "";
  };
  const [requests, approvals] = [await counted(finance, "Requests"), await counted(admin, "Approvals")];
  await finance.goto(`${prefix}/overview?range=24h`);
  return {
    requests,
    approvals,
    payments: await finance
      .getByRole("main")
      .getByRole("link", { name: /^Payments/ })
      .first()
      .locator("span")
      .nth(1)
      .innerText(),
  };
}

/** A note, a manual refund and a bulk run, each with the word of the account; returns the run's path. */
async function writeWord(page: Page, side: keyof typeof CANARY, transactionId: string): Promise<string> {
  await page.goto(`${prefixOf(side)}/payments/${transactionId}`);
  await page.getByLabel("Add a note").fill(`Called the customer: ${CANARY[side]}`);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText(`Called the customer: ${CANARY[side]}`)).toBeVisible();
  await page.getByRole("button", { name: "Record a manual refund" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("5");
  await dialog.getByLabel("Method").selectOption({ label: "Cash" });
  await dialog.getByLabel("Reference", { exact: true }).fill(CANARY[side]);
  await dialog.getByRole("button", { name: /^Record .*5\.00/ }).click();
  await expect(dialog.getByText("Manual refund recorded")).toBeVisible();
  const name = `${CANARY[side]}.csv`;
  const uploaded = await page.request.post(`${prefixOf(side)}/api/bulk?kind=lookup&name=${name}`, {
    data: Buffer.from(`reference\n${CANARY[side]}`),
    headers: { "content-type": "application/octet-stream", origin: E2E.dashboardUrl },
  });
  expect(uploaded.status()).toBe(201);
  return `/bulk/${((await uploaded.json()) as { runId: string }).runId}`;
}

/** A refund request with the word in its note for finance; returns its path. */
async function requestWithWord(
  page: Page,
  side: keyof typeof CANARY,
  transactionId: string,
): Promise<string> {
  await page.goto(`${prefixOf(side)}/payments/${transactionId}`);
  await page.getByRole("button", { name: "Request a refund" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("2");
  await dialog.getByLabel("Note for finance").fill(CANARY[side]);
  await dialog.getByRole("button", { name: "Request ₹2.00" }).click();
  await expect(dialog.getByText("Refund requested")).toBeVisible();
  await dialog.getByRole("link", { name: "View request" }).click();
  await expect(page).toHaveURL(/\/requests\/[0-9a-f-]{36}$/);
  return withoutPrefix(side, new URL(page.url()).pathname);
}

const pathOf = (side: keyof typeof CANARY, page: Page): string =>
  withoutPrefix(side, new URL(page.url()).pathname);

/** A reconciliation with a finding about a payment whose reference has the word. */
async function reconcile(page: Page, side: keyof typeof CANARY): Promise<Records["worded"]> {
  await runToday(page, prefixOf(side));
  const run = pathOf(side, page);
  await openFinding(page, "Amounts differ", `${CANARY[side]}-charge`);
  const isMissing = /The service does not have this item|does not allow/;
  return [
    { path: run, reader: "finance", isMissing },
    { path: pathOf(side, page), reader: "finance", isMissing },
  ];
}

/** The customer of both accounts: the page has the note of this account's payment. */
async function openCustomer(
  page: Page,
  side: keyof typeof CANARY,
  transactionId: string,
): Promise<Records["worded"]> {
  await page.goto(`${prefixOf(side)}/payments/${transactionId}`);
  await page.getByRole("button", { name: "All payments of this customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customer" })).toBeVisible();
  await expect(page.getByRole("table").first()).toContainText(transactionId);
  return [
    { path: pathOf(side, page), reader: "finance", isMissing: /This customer(’|&#x27;|')s page has expired/ },
  ];
}

/** A composed role that has the word as its name. */
async function composeRole(page: Page, side: keyof typeof CANARY): Promise<Records["worded"]> {
  await page.goto(`${prefixOf(side)}/people/roles/new`);
  await page.getByLabel("Name").fill(CANARY[side]);
  await page.getByRole("checkbox", { name: "View payments" }).check();
  await page.getByRole("button", { name: "Save role" }).click();
  await page.getByRole("link", { name: CANARY[side] }).click();
  await expect(page.getByRole("button", { name: "Delete role" })).toBeVisible();
  return [{ path: pathOf(side, page), reader: "admin", isMissing: /No role has this id|does not allow/ }];
}

const SIDES = ["first", "second"] as const;
const reference = `ORDER-${randomUUID()}`;
let transactions: Record<keyof typeof CANARY, string>;
const records: Record<keyof typeof CANARY, Records> = {
  first: { pages: [], files: [], worded: [] },
  second: { pages: [], files: [], worded: [] },
};
let counts: { first: Counts; firstAfter: Counts; second: Counts };

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  transactions = { first: await fill("first", reference), second: await fill("second", reference) };
  const [finance, support] = [await newSession(browser, "finance"), await newSession(browser, "support")];
  const admin = await newSession(browser, "admin");
  const large = {
    first: await fill("first", `${reference}-large`, ABOVE_THRESHOLD),
    second: await fill("second", `${reference}-large`, ABOVE_THRESHOLD),
  };
  for (const side of SIDES) await chargeLess(await fill(side, `${CANARY[side]}-charge`, "500.00"));
  let first: Counts | null = null;
  for (const side of SIDES) {
    const run = await writeWord(finance, side, transactions[side]);
    const request = await requestWithWord(support, side, transactions[side]);
    const approval = await requestApproval(
      finance,
      { transactionId: large[side], reference: `${reference}-large` },
      { note: CANARY[side], prefix: prefixOf(side) },
    );
    records[side].pages = [run, request, withoutPrefix(side, approval)];
    const result = FORMATS.map((format) => `/api${run}/result?format=${format}`);
    records[side].files = [...result, await runScheduledExport(finance, side)];
    records[side].worded = [
      ...(await reconcile(finance, side)),
      ...(await openCustomer(finance, side, transactions[side])),
      ...(await composeRole(admin, side)),
    ];
    await finance.goto(`${prefixOf(side)}/payments?reference=${reference}`);
    const dialog = await openRefund(finance, transactions[side]);
    await dialog.getByLabel("No, it is in addition to the request").check();
    await dialog.getByLabel("Refund amount").fill("7.00");
    await dialog.getByLabel("Note").fill(CANARY[side]);
    await dialog.getByRole("button", { name: "Refund ₹7.00" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    first ??= await countsOf({ finance, admin }, "");
  }
  if (first === null) throw new Error("no account was counted");
  counts = {
    first,
    second: await countsOf({ finance, admin }, prefixOf("second")),
    firstAfter: await countsOf({ finance, admin }, ""),
  };
  for (const page of [finance, support, admin]) await page.context().close();
});

test("an account counts what was made in it, and nothing of the other", () => {
  expect(counts.second).toEqual({
    requests: "Requests1",
    approvals: "Approvals1",
    payments: "3",
  });
  expect(counts.firstAfter).toEqual(counts.first);
});

for (const role of ROLES) {
  test(`no page, search or export of an account contains anything of the other, for ${role}`, async ({
    browser,
  }) => {
    const page = await newSession(browser, role);
    for (const side of SIDES) {
      const other = side === "first" ? "second" : "first";
      const subject = { reference, transactionIds: Object.values(transactions) };
      const texts = await readAll(page.request, prefixOf(side), subject);
      const leaks = [...texts].filter(([, text]) => text.includes(CANARY[other]));
      expect(leaks.map(([path]) => `${role}: ${prefixOf(side)}${path}`)).toEqual([]);
      // The test reads what it should: the account's own word is there.
      const own = [...texts].filter(([, text]) => text.includes(CANARY[side])).map(([path]) => path);
      expect(own).toContain(`/payments/${transactions[side]}?reference=${reference}`);
      expect(own).toEqual(expect.arrayContaining(WITH_WORD));
      // An id of the other account is not found in this one, and nothing of it is in the response.
      for (const path of [...records[other].pages, ...records[other].files]) {
        const response = await page.request.get(`${prefixOf(side)}${path}`);
        const text = await textOf(response);
        const what = `${role}: ${prefixOf(side)}${path}`;
        expect(text, what).not.toContain(CANARY[other]);
        // The page of a run, where a missing result leads too, says so in its text.
        const isRun = path.includes("/bulk/");
        if (isRun) expect(text, what).toMatch(/Bulk run not found|does not allow/);
        else if (path.startsWith("/api/")) expect(text, what).toContain("<html");
        else expect(response.status(), what).toBe(404);
      }
      for (const { path, isMissing } of records[other].worded) {
        const text = await textOf(await page.request.get(`${prefixOf(side)}${path}`));
        const what = `${role}: ${prefixOf(side)}${path}`;
        expect(text, what).not.toContain(CANARY[other]);
        // What a person sees: the response has texts of other pages, too, in the data of the framework.
        await page.goto(`${prefixOf(side)}${path}`);
        await expect(page.getByRole("main"), what).toContainText(isMissing, { useInnerText: true });
      }
      for (const { path, isMissing } of records[side].worded.filter(({ reader }) => reader === role)) {
        const text = await textOf(await page.request.get(`${prefixOf(side)}${path}`));
        const what = `${role}: ${prefixOf(side)}${path}`;
        expect(text, what).toContain(CANARY[side]);
        await page.goto(`${prefixOf(side)}${path}`);
        await expect(page.getByRole("main"), what).not.toContainText(isMissing, { useInnerText: true });
      }
      if (role === "admin") expect(own).toContain("/people/roles");
      if (role === "finance") expect(own).toContain(OPEN_FINDINGS);
      // The list of requests opens with what the viewer decides or has requested: ops does neither.
      if (role !== "ops") expect(own).toContain("/requests");
      if (role === "finance") {
        const exported = exportsOf(EXPORTS.filter((name) => name !== "audit"));
        expect(own).toEqual(expect.arrayContaining(exported));
        for (const path of [...records[side].pages, ...records[side].files]) {
          const text = await textOf(await page.request.get(`${prefixOf(side)}${path}`));
          expect(text, `${prefixOf(side)}${path}`).toContain(CANARY[side]);
        }
        for (const text of await exportLines(page.request, prefixOf(side), reference)) {
          expect(text).toContain(transactions[side]);
          expect(text).not.toContain(transactions[other]);
          expect(text).not.toContain(CANARY[other]);
        }
      }
    }
    await page.context().close();
  });
}
