import { randomInt, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { headerOf, type Received, TestSmtp } from "../tools/testing/dashboard/smtp";
import { freePort, type OwnDashboard, startDashboardOn } from "./support/faulty-wire";
import { choose } from "./support/merchant";
import { PAGES } from "./support/pages";
import { addAccount, type SecondAccount } from "./support/second-account";
import { newSession } from "./support/staff";
import { setThreshold } from "./support/threshold";

/**
 * Its own dashboard: with a mail server, and a threshold that would hold up the refunds of other tests. Everything happens in
 * its second account, and nothing of it may appear in the first.
 */
let dashboard: OwnDashboard;
let account: SecondAccount;
const smtp = new TestSmtp();

test.beforeAll(async () => {
  await smtp.start();
  const port = String(await freePort());
  dashboard = await startDashboardOn(E2E.routingUrl, {
    PORT: port,
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    SMTP_FROM: "Paydeck <paydeck@example.com>",
  });
  account = await addAccount(`team-${randomUUID().slice(0, 8)}`, ["support", "finance", "admin"], dashboard);
  await setThreshold({ dashboardUrl: dashboard.url, prefix: `/a/${account.slug}`, role: "finance" }, "20.00");
});
test.afterAll(async () => {
  await dashboard.stop();
  await smtp.stop();
});

const at = (path: string): string => `${dashboard.url}/a/${account.slug}${path}`;

/** The text of a message, without the line breaks and escapes of its transfer encoding. */
const textOf = ({ raw }: Received): string =>
  raw
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

test("support finds a payment by its phone number and requests a refund; finance accepts it from an e-mail, a second person approves, and support sees it without reloading", async ({
  browser,
}) => {
  // The e-mail alone may take most of a minute, and six steps of four people follow.
  test.setTimeout(400_000);
  const digits = String(randomInt(100_000_000, 999_999_999));
  const phone = `9${digits}`;
  const email = `c${digits}@example.com`;
  const response = await account.client.initiatePayment({
    merchant_transaction_id: `ORDER-${randomUUID()}`,
    transaction_amount: "75.00",
    customer_details: { customer_email: email, customer_phone: phone },
  });
  if (response.kind !== "answered" || !response.value.success) throw new Error(JSON.stringify(response));
  const payment = response.value;
  await choose(payment.payment_link, "success");

  const support = await newSession(browser, "support", dashboard.url);
  await test.step("support finds the payment and requests a refund with a note", async () => {
    await support.goto(at("/payments"));
    await support.getByLabel("Merchant reference").fill(phone);
    await support.getByRole("button", { name: "Search" }).click();
    // One payment opens its page.
    await expect(support).toHaveURL(new RegExp(`/payments/${payment.transaction_id}`));
    await support.getByRole("button", { name: "Request a refund" }).click();
    const dialog = support.getByRole("dialog");
    await dialog.getByLabel("Refund amount").fill("25.37");
    await dialog.getByLabel("Reason").selectOption("Goods returned");
    await dialog.getByLabel("Note").fill("The parcel is back since Monday");
    await dialog.getByRole("button", { name: "Request ₹25.37" }).click();
    await dialog.getByRole("link", { name: "View request" }).click();
    await expect(support).toHaveURL(/\/requests\//);
  });

  const link = await test.step("finance gets an e-mail without contact or note", async () => {
    const toFinance = (): Received | undefined =>
      smtp.received.find(
        (one) =>
          one.to.includes("finance@example.com") &&
          headerOf(one, "Subject")?.includes("Refund requested") === true,
      );
    await expect.poll(toFinance, { timeout: 90_000 }).toBeDefined();
    const message = toFinance();
    if (message === undefined) throw new Error("no message");
    const text = textOf(message);
    for (const secret of [phone, email, "The parcel is back"]) expect(text).not.toContain(secret);
    const [address] = /https?:\/\/[^\s"<>]*\/requests\/[0-9a-f-]{36}/.exec(text) ?? [];
    if (address === undefined) throw new Error("the message has no link");
    expect(address).toContain(at("/requests/"));
    return address;
  });

  const finance = await newSession(browser, "finance", dashboard.url);
  await test.step("finance follows the link and accepts; the amount needs a second person", async () => {
    await finance.goto(link);
    await finance.getByRole("link", { name: "Accept ₹25.37" }).click();
    const form = finance.getByRole("dialog");
    await form.getByRole("button", { name: /^Refund ₹25\.37: request approval/ }).click();
    await expect(form.getByRole("status")).toContainText("Waiting for approval");
  });
  await expect(support.getByText("Pending approval").first()).toBeVisible();

  await test.step("a second person approves, and the customer is refunded", async () => {
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(at("/approvals"));
    await admin.getByRole("link", { name: payment.merchant_transaction_id }).first().click();
    await admin.getByRole("button", { name: "Approve and refund ₹25.37" }).click();
    await expect(admin.getByText("Approved, and the payment service accepted the refund")).toBeVisible();
    await admin.context().close();
  });
  await expect(support.getByText("The customer was refunded.")).toBeVisible({ timeout: 60_000 });
  await test.step("the first account shows nothing of it, to the same people", async () => {
    const admin = await newSession(browser, "admin", dashboard.url);
    const { merchant_transaction_id: reference, transaction_id: transactionId } = payment;
    const paths = [
      // Those of all accounts are for whoever has several.
      ...PAGES.filter((path) => !path.startsWith("/all-accounts")),
      "/requests?tab=decided",
      `/payments?reference=${reference}`,
      `/payments/${transactionId}`,
      "/api/notifications",
      "/api/export/audit?format=csv",
      "/api/export/refunds?format=csv",
    ];
    const leaks: string[] = [];
    for (const page of [support, finance, admin]) {
      for (const path of paths) {
        const text = await (await page.request.get(`${dashboard.url}${path}`)).text();
        // The address itself, and what was searched for, are repeated by the page.
        const asked = path.includes(reference) || path.includes(transactionId);
        for (const word of [...(asked ? [] : [reference, transactionId]), "The parcel is back"])
          if (text.includes(word)) leaks.push(`${path}: ${word}`);
        // A time such as 10:59:25.371 is not the amount.
        const [amount] = /.{0,20}(?<![:\d])25\.37(?!\d).{0,20}/.exec(text) ?? [];
        if (amount !== undefined) leaks.push(`${path}: ${amount}`);
      }
    }
    expect(leaks).toEqual([]);
    // The same search finds it in its own account.
    const own = await support.request.get(at(`/payments?reference=${reference}`));
    expect(await own.text()).toContain(transactionId);
    await admin.context().close();
  });
  await support.context().close();
  await finance.context().close();
});
