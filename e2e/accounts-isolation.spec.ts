import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { choose, createPayment } from "./support/merchant";
import { PAGES } from "./support/pages";
import { addAccount, type SecondAccount } from "./support/second-account";
import { newSession, openRefund, type StaffRole } from "./support/staff";

const ROLES = ["support", "ops", "finance", "admin"] as const satisfies readonly StaffRole[];
const id = randomUUID().slice(0, 8);
/** Words that occur in one account alone. */
const CANARY = { first: `canaryone${id}`, second: `canarytwo${id}` };
const EXPORTS = ["payments", "refunds", "audit"];
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

test("no page, search or export of an account contains anything of the other, for any role", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const reference = `ORDER-${randomUUID()}`;
  const transactions = { first: await fill("first", reference), second: await fill("second", reference) };
  const finance = await newSession(browser, "finance");
  for (const side of ["first", "second"] as const) {
    await finance.goto(`${prefixOf(side)}/payments?reference=${reference}`);
    const dialog = await openRefund(finance, transactions[side]);
    await dialog.getByLabel("Refund amount").fill("7.00");
    await dialog.getByLabel("Note").fill(CANARY[side]);
    await dialog.getByRole("button", { name: "Refund ₹7.00" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
  }
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
      expect(own).toContain("/refunds");
    }
    await page.context().close();
  }
});
