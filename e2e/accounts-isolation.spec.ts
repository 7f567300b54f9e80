import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { E2E } from "../server/checks/e2e-stack";
import { choose, createPayment } from "./support/merchant";
import { PAGES } from "./support/pages";
import { addAccount, type SecondAccount } from "./support/second-account";
import { newSession, openRefund, type StaffRole } from "./support/staff";

const ROLES = ["support", "ops", "finance", "admin"] as const satisfies readonly StaffRole[];
const id = randomUUID().slice(0, 8);
/** Words that occur in one account alone. */
const CANARY = { first: `canaryone${id}`, second: `canarytwo${id}` };
const EXPORTS = ["payments", "refunds", "manual-refunds", "audit"];
/** Pages that show the word of their own account: without it, one of another account would prove nothing. */
const WITH_WORD = ["/refunds", "/refunds/manual", "/notes", "/bulk"];
const LISTED = { customer_email: `customer@example.com`, customer_phone: "9876543210" };

let account: SecondAccount;
test.beforeAll(async () => {
  account = await addAccount(`isolated-${id}`, ROLES);
});

const prefixOf = (side: keyof typeof CANARY): string => (side === "first" ? "" : `/a/${account.slug}`);

/** The same reference in both accounts, with another amount and another word in each. */
async function fill(side: keyof typeof CANARY, reference: string): Promise<string> {
  const fields = { merchant_transaction_id: reference, customer_details: LISTED, udf1: CANARY[side] };
  if (side === "first") {
    const payment = await createPayment("100.00", fields);
    await choose(payment.payment_link, "success");
    return payment.transaction_id;
  }
  const answer = await account.client.initiatePayment({ ...fields, transaction_amount: "100.00" });
  if (answer.kind !== "answered" || !answer.value.success) throw new Error(JSON.stringify(answer));
  await choose(answer.value.payment_link, "success");
  return answer.value.transaction_id;
}

/** Every text that a person gets of an account: all pages, one payment, and each export. */
async function readAll(
  request: APIRequestContext,
  prefix: string,
  { reference, transactionIds }: { reference: string; transactionIds: readonly string[] },
): Promise<Map<string, string>> {
  const paths = [
    ...PAGES.filter((path) => path !== "/merchant-accounts"),
    `/payments?reference=${reference}`,
    ...transactionIds.map((transactionId) => `/payments/${transactionId}?reference=${reference}`),
    ...EXPORTS.map((name) => `/api/export/${name}?format=csv`),
  ];
  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, await (await request.get(`${prefix}${path}`)).text());
  return texts;
}

/** A note, a manual refund and a bulk run, each with the word of the account. */
async function writeWord(page: Page, side: keyof typeof CANARY, transactionId: string): Promise<void> {
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
}

/** A refund request with the word in its note for finance. */
async function requestWithWord(page: Page, side: keyof typeof CANARY, transactionId: string): Promise<void> {
  await page.goto(`${prefixOf(side)}/payments/${transactionId}`);
  await page.getByRole("button", { name: "Request a refund" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("2");
  await dialog.getByLabel("Note for finance").fill(CANARY[side]);
  await dialog.getByRole("button", { name: "Request ₹2.00" }).click();
  await expect(dialog.getByText("Refund requested")).toBeVisible();
}

test("no page, search or export of an account contains anything of the other, for any role", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const reference = `ORDER-${randomUUID()}`;
  const transactions = { first: await fill("first", reference), second: await fill("second", reference) };
  const [finance, support] = [await newSession(browser, "finance"), await newSession(browser, "support")];
  for (const side of ["first", "second"] as const) {
    await writeWord(finance, side, transactions[side]);
    await requestWithWord(support, side, transactions[side]);
    await finance.goto(`${prefixOf(side)}/payments?reference=${reference}`);
    const dialog = await openRefund(finance, transactions[side]);
    await dialog.getByLabel("Refund amount").fill("7.00");
    await dialog.getByLabel("Note").fill(CANARY[side]);
    await dialog.getByRole("button", { name: "Refund ₹7.00" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
  }
  await support.context().close();
  for (const role of ROLES) {
    const page = role === "finance" ? finance : await newSession(browser, role);
    for (const side of ["first", "second"] as const) {
      const other = side === "first" ? "second" : "first";
      const subject = { reference, transactionIds: Object.values(transactions) };
      const texts = await readAll(page.request, prefixOf(side), subject);
      const leaks = [...texts].filter(([, text]) => text.includes(CANARY[other]));
      expect(leaks.map(([path]) => `${role}: ${prefixOf(side)}${path}`)).toEqual([]);
      // The test reads what it should: the account's own word is there.
      const own = [...texts].filter(([, text]) => text.includes(CANARY[side])).map(([path]) => path);
      expect(own).toContain(`/payments/${transactions[side]}?reference=${reference}`);
      expect(own).toEqual(expect.arrayContaining(WITH_WORD));
      // The list of requests opens with what the viewer decides or has requested: ops does neither.
      if (role !== "ops") expect(own).toContain("/requests");
      if (role === "finance") {
        const exported = EXPORTS.filter((name) => name !== "audit").map(
          (name) => `/api/export/${name}?format=csv`,
        );
        expect(own).toEqual(expect.arrayContaining(exported));
      }
    }
    await page.context().close();
  }
});
