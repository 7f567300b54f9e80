import { expect, test } from "vitest";
import { call } from "./support/direct";
import { createPaidPayment } from "./support/merchant";
import { cookieOf } from "./support/page-over-http";
import { PAGES } from "./support/pages";
import { BUDGET_BYTES, scriptBytes, scriptsOf } from "./support/script-bytes";

/** Pages with a budget of their own: forms and charts that most pages do not have. */
const BUDGETS: Partial<Record<(typeof PAGES)[number], number>> = {
  // The bell, the requests and the notes of colleagues came to 2 kB, the account in each address to 0.6 kB, manual refunds
  // and what the pages of all accounts share to 0.3 kB.
  // Where the money of each payment is came to 0.7 kB in lists and on its page.
  // The attempts of a reference, their dialogs and their polling went to the page of a payment: 8 kB less.
  "/payments": 187_500,
  "/payments/find": 185_500,
  "/payments/new": 184_500,
  // Reads that are dropped when the person leaves, what was typed before a sign-in, and named signs of direction came to 1 kB
  // in every page.
  // Isolated names in sentences came to 0.5 kB in every page, and the fields as they were at the last press to 0.2 kB.
  // Buttons that wait for hydration came to 0.4 kB, in place of 3 kB that each page had inline, which nothing counted.
  // Focus that follows a navigation came to 0.2 kB, and to 0.3 kB with the failover of a trial.
  // The search on top, which was on /payments only, came to 3.5 kB in every other page.
  "/queues": 178_000,
  "/refunds": 177_000,
  "/rules": 186_100,
};

test("scripts come as the build has compressed them", async () => {
  const [address = ""] = await scriptsOf("/login", "");
  const response = await call(address, { headers: { "accept-encoding": "gzip, br" } });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
});

test("no page sends more JavaScript than its budget", async () => {
  const payment = await createPaidPayment("15.00");
  const cookie = await cookieOf("admin");
  for (const [path, budget] of [
    // The diagram of its decision came to 0.8 kB, its attempts and the refund form of a link to 1 kB.
    [`/payments/${payment.transaction_id}`, 204_300],
    ["/status", 150_000],
    ...PAGES.map((page) => [page, BUDGETS[page] ?? BUDGET_BYTES] as const),
  ] as const)
    expect.soft(await scriptBytes(path, cookie), `${path} in bytes`).toBeLessThanOrEqual(budget);
});

test("a list of payments has the texts of refund requests only for who may request one", async () => {
  const has = async (role: "admin" | "support"): Promise<boolean> => {
    const response = await call("/payments", { headers: { cookie: await cookieOf(role) } });
    expect(response.status).toBe(200);
    return response.text.includes("duplicateRefund");
  };
  expect([await has("admin"), await has("support")]).toEqual([false, true]);
});
