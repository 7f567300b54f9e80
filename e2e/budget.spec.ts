import { gzipSync } from "node:zlib";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { HYDRATED_EVENT } from "../components/early-input/hydrated-event";
import { ABOVE_THRESHOLD, requestApproval } from "./support/approval";
import { pasteRows } from "./support/bulk";
import { Staff } from "./support/direct";
import { createPaidPayment, refundOutsideDashboard } from "./support/merchant";
import { PAGES } from "./support/pages";
import { chargeLess, openFinding, runToday } from "./support/reconciliation";
import { newSession, startSession } from "./support/staff";

const KILOBYTE = 1_000;

/** Pages with a budget of their own: forms and charts that most pages do not have. */
const BUDGETS: Partial<Record<(typeof PAGES)[number], number>> = {
  // The bell, the requests and the notes of colleagues came to 2 kB, the account in each address to 0.6 kB, manual refunds
  // and what the pages of all accounts share to 0.3 kB.
  // Where the money of each payment is came to 0.7 kB in lists and on its page.
  "/payments": 195,
  "/payments/find": 182,
  "/payments/new": 181,
  // Reads that are dropped when the person leaves, what was typed before a sign-in, and named signs of direction came to 1 kB
  // in every page.
  // Isolated names in sentences came to 0.5 kB in every page, and the fields as they were at the last press to 0.2 kB.
  // Focus that follows a navigation came to 0.2 kB, and to 0.3 kB with the failover of a trial.
  "/queues": 173,
  "/refunds": 174,
  "/reconciliation": 173,
  "/rules": 183,
};
const BUDGET = 173;
/** The same for pages of one record: their sizes and up to 2 kB, so that none grows unnoticed. */
const RECORD_BUDGETS: Record<string, number> = {
  refund: 192,
  request: 175,
  approval: 193,
  run: 191,
  customer: 182,
  comparison: 174,
  finding: 176,
};

/**
 * The addresses of the scripts in a page's HTML: what a first visit fetches to hydrate. Those for browsers without
 * module support are excluded: no supported browser fetches them.
 */
async function scriptsOf(page: Page, path: string): Promise<Set<string>> {
  const html = await (await page.request.get(path)).text();
  const isForOldBrowsers = (address: string): boolean =>
    (html.match(/<script\b[^>]*>/g) ?? []).some((tag) => tag.includes(address) && /\bnomodule\b/i.test(tag));
  const named = html.match(/\/_next\/static\/[\w./~%-]+\.js/g) ?? [];
  return new Set(named.filter((address) => !isForOldBrowsers(address)));
}

/** Their gzip size, computed here: compression by a server or cache does not matter. */
async function gzipBytes(page: Page, scripts: Set<string>): Promise<number> {
  let bytes = 0;
  for (const address of scripts) {
    const answer = await page.request.get(address);
    expect(answer.status(), address).toBe(200);
    bytes += gzipSync(await answer.body()).length;
  }
  return bytes;
}

test("scripts come as the build has compressed them", async ({ page }) => {
  const [address] = await scriptsOf(page, "/login");
  const answer = await page.request.get(address ?? "", { headers: { "accept-encoding": "gzip, br" } });
  expect(answer.headers()).toMatchObject({
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
});

test("no page sends more JavaScript than its budget", async ({ page }) => {
  const payment = await createPaidPayment("15.00");
  await startSession(page, "admin");
  const search = `/payments?reference=${payment.merchant_transaction_id}`;
  const pages = [
    [search, BUDGETS["/payments"] ?? BUDGET],
    // The diagram of its decision came to 0.8 kB.
    [`/payments/${payment.transaction_id}`, 200],
    ["/status", 150],
    ...PAGES.map((path) => [path, BUDGETS[path] ?? BUDGET] as const),
  ] as const;
  const sizes: Record<string, number> = {};
  for (const [path, budget] of pages) {
    const scripts = await scriptsOf(page, path);
    expect(scripts.size, path).toBeGreaterThan(3);
    const size = await gzipBytes(page, scripts);
    sizes[path] = size;
    expect.soft(size, `${path} in bytes`).toBeLessThanOrEqual(budget * KILOBYTE);
  }
  test.info().annotations.push({ type: "gzip bytes", description: JSON.stringify(sizes) });
});

/** A page of each kind that has an id, as finance opens them: the budget of one without a record would say little. */
async function pagesOfRecords(browser: Browser, finance: Page): Promise<Record<string, string>> {
  const payment = await createPaidPayment("500.00");
  const { refund_id: refundId } = await refundOutsideDashboard(payment.transaction_id, "7.00");
  const pathOf = (page: Page): string => new URL(page.url()).pathname;

  const support = await newSession(browser, "support");
  await support.goto(`/payments/${payment.transaction_id}`);
  await support.getByRole("button", { name: "Request a refund" }).click();
  const dialog = support.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("2");
  await dialog.getByRole("button", { name: "Request ₹2.00" }).click();
  await dialog.getByRole("link", { name: "View request" }).click();
  await expect(support).toHaveURL(/\/requests\/[0-9a-f-]{36}$/);
  const request = pathOf(support);
  await support.context().close();

  await startSession(finance, "finance");
  await pasteRows(finance, "Refunds", `reference,amount\n${payment.merchant_transaction_id},1.00\nNO-SUCH,x`);
  const run = pathOf(finance);
  await finance.goto(`/payments/${payment.transaction_id}`);
  await finance.getByRole("button", { name: "All payments of this customer" }).click();
  await expect(finance.getByRole("heading", { level: 1, name: "Customer" })).toBeVisible();
  const customer = pathOf(finance);
  await chargeLess(payment.transaction_id);
  await runToday(finance);
  const comparison = pathOf(finance);
  await openFinding(finance, "Amounts differ", payment.merchant_transaction_id);
  const finding = pathOf(finance);
  const large = await createPaidPayment(ABOVE_THRESHOLD);
  const approval = await requestApproval(browser, finance, {
    transactionId: large.transaction_id,
    reference: large.merchant_transaction_id,
  });
  return { refund: `/refunds/${refundId}`, request, approval, run, customer, comparison, finding };
}

test("no page of one record sends more JavaScript than its budget", async ({ browser, page: finance }) => {
  const pages = await pagesOfRecords(browser, finance);
  const staff = new Staff();
  const { role } = await staff.ofComposed(["view_payments"]);
  await staff.db.end();
  const admin = await newSession(browser, "admin");
  // Finance does not compose roles.
  const byPerson = [
    ...Object.entries(pages).map(([name, path]) => [finance, name, path] as const),
    [admin, "role", `/people/roles/${role !== null && typeof role === "object" ? role.id : ""}`],
    [admin, "unsubscribe", "/unsubscribe/none"],
  ] as const;
  const sizes: Record<string, number> = {};
  for (const [person, name, path] of byPerson) {
    const answer = await person.request.get(path);
    expect(answer.status(), path).toBe(200);
    const scripts = await scriptsOf(person, path);
    expect(scripts.size, path).toBeGreaterThan(3);
    const size = await gzipBytes(person, scripts);
    sizes[name] = size;
    expect.soft(size, `${name} in bytes`).toBeLessThanOrEqual((RECORD_BUDGETS[name] ?? BUDGET) * KILOBYTE);
  }
  test.info().annotations.push({ type: "gzip bytes", description: JSON.stringify(sizes) });
  await admin.context().close();
});

/** Scripts fetched before hydration that are not in the page's HTML: each is an extra round trip. */
async function scriptsAskedForLate(page: Page, path: string): Promise<string[]> {
  const answer = await page.goto(path);
  const html = (await answer?.text()) ?? "";
  const tags = new Set([...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, address]) => address));
  expect(tags.size, path).toBeGreaterThan(3);
  const asked = await page.evaluate(async () => {
    const aliveAt = await (window as unknown as { aliveAt: Promise<number> }).aliveAt;
    return performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => name.endsWith(".js") && startTime < aliveAt)
      .map(({ name }) => new URL(name).pathname);
  });
  expect(asked.length, path).toBeGreaterThan(3);
  return asked.filter((address) => !tags.has(address));
}

test("no page waits for a script that its document does not name", async ({ page }) => {
  const payment = await createPaidPayment("15.00");
  await page.addInitScript((event) => {
    const aliveAt = new Promise<number>((resolve) => {
      window.addEventListener(event, () => resolve(performance.now()));
    });
    Object.assign(window, { aliveAt });
  }, HYDRATED_EVENT);
  expect(await scriptsAskedForLate(page, "/login")).toEqual([]);
  await startSession(page, "admin");
  const search = `/payments?reference=${payment.merchant_transaction_id}`;
  const own = `/payments/${payment.transaction_id}`;
  for (const path of [search, own, ...PAGES]) {
    expect.soft(await scriptsAskedForLate(page, path), path).toEqual([]);
  }
});
