import { gzipSync } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";
import { HYDRATED_EVENT } from "../components/early-input/hydrated-event";
import { createPaidPayment } from "./support/merchant";
import { PAGES } from "./support/pages";
import { startSession } from "./support/staff";

const KILOBYTE = 1_000;

/** Pages with a budget of their own: forms and charts that most pages do not have. */
const BUDGETS: Partial<Record<(typeof PAGES)[number], number>> = {
  // The bell, the requests and the notes of colleagues came to 2 kB, the account in each address to 0.6 kB, manual refunds
  // and what the pages of all accounts share to 0.3 kB.
  "/payments": 191,
  "/payments/find": 180,
  "/payments/new": 180,
  "/rules": 180,
};
const BUDGET = 170;

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
    [`/payments/${payment.transaction_id}`, 196],
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
