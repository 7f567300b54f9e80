import { expect, request, test, type Browser } from "@playwright/test";
import { E2E } from "../server/checks/e2e-stack";
import { headerOf, type Received, TestSmtp } from "../server/dashboard/testing/smtp";
import { expectCleanState } from "./support/accessible";
import { setThreshold } from "./support/bulk";
import { freePort, startDashboardOn } from "./support/faulty-wire";
import { createPaidPayment } from "./support/merchant";
import { newSession, openRefund } from "./support/staff";

/** Its own dashboard: with a mail server, and a threshold that would hold up the refunds of other tests. */
let dashboard: { url: string; stop(): Promise<void> };
const smtp = new TestSmtp();

test.beforeAll(async ({ browser }) => {
  await smtp.start();
  const port = String(await freePort());
  dashboard = await startDashboardOn(E2E.routingUrl, {
    PORT: port,
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    SMTP_FROM: "Paydeck <paydeck@example.com>",
  });
  await setThreshold(browser, dashboard.url, "finance", "20.00");
  await setThreshold(browser, dashboard.url, "admin", "20.00");
});
test.afterAll(async () => {
  await dashboard.stop();
  await smtp.stop();
});

const ONE_CLICK = "List-Unsubscribe=One-Click";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Messages to a person about requests for approval. */
const mailsTo = (role: string): Received[] =>
  smtp.received.filter(
    (one) =>
      one.to.includes(`${role}@example.com`) &&
      headerOf(one, "Subject")?.includes("Approval requested") === true,
  );

/** Requests a refund that needs a second person: everybody who may approve it is notified, but the requester. */
async function requestApproval(browser: Browser, role: "finance" | "admin"): Promise<void> {
  const payment = await createPaidPayment("100.00");
  const page = await newSession(browser, role, dashboard.url);
  await page.goto(`${dashboard.url}/payments?reference=${payment.merchant_transaction_id}`);
  const dialog = await openRefund(page, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill("80.00");
  await dialog.getByRole("button", { name: "Refund ₹80.00" }).click();
  await expect(dialog.getByRole("status")).toContainText("Waiting for approval");
  await page.context().close();
}

/** The address that a message names for one-click unsubscription (RFC 8058). */
async function addressIn(role: string): Promise<string> {
  await expect.poll(() => mailsTo(role).length, { timeout: 90_000 }).toBeGreaterThan(0);
  const [message] = mailsTo(role);
  if (message === undefined) throw new Error("no message");
  expect(headerOf(message, "List-Unsubscribe-Post")).toBe(ONE_CLICK);
  const address = /^<(.+)>$/.exec(headerOf(message, "List-Unsubscribe") ?? "")?.[1] ?? "";
  expect(address).toContain(`${dashboard.url}/api/unsubscribe/`);
  return address;
}

async function isEmailOn(browser: Browser, role: "finance" | "admin", channel = "Email"): Promise<boolean> {
  const page = await newSession(browser, role, dashboard.url);
  await page.goto(`${dashboard.url}/account/notifications`);
  const isOn = await page
    .getByRole("checkbox", { name: `A refund waits for approval: ${channel}` })
    .isChecked();
  await page.context().close();
  return isOn;
}

test("the address in an e-mail's List-Unsubscribe stops the e-mails of its person alone, by one POST without a session", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await requestApproval(browser, "finance");
  const address = await addressIn("admin");
  const program = await request.newContext();

  await test.step("a GET, a forged token and an altered one change nothing", async () => {
    const page = await program.get(address);
    expect([page.status(), page.url()]).toEqual([200, address.replace("/api/", "/")]);
    expect(await page.text()).toContain("Stop emails");
    const token = address.slice(address.lastIndexOf("/") + 1);
    const altered = `${token.slice(0, 5)}${token[5] === "A" ? "B" : "A"}${token.slice(6)}`;
    for (const wrong of [altered, `${token}A`, token.slice(0, -2), "A".repeat(token.length), "x"]) {
      const answer = await program.post(address.replace(token, wrong), { data: ONE_CLICK, headers: FORM });
      expect([wrong, answer.status()]).toEqual([wrong, 404]);
    }
    expect(await isEmailOn(browser, "admin")).toBe(true);
  });

  await test.step("a POST of a mail program stops them, and another one does no harm", async () => {
    const headers = { ...FORM, origin: "https://mail.example", "sec-fetch-site": "cross-site" };
    for (const each of [FORM, headers, FORM]) {
      const answer = await program.post(address, { data: ONE_CLICK, headers: each });
      expect([answer.status(), await answer.text()]).toEqual([204, ""]);
      expect(answer.headers()["set-cookie"]).toBeUndefined();
    }
    expect(await isEmailOn(browser, "admin")).toBe(false);
    expect(await isEmailOn(browser, "admin", "In Paydeck")).toBe(true);
    expect(await isEmailOn(browser, "finance")).toBe(true);
  });

  await test.step("the next request is sent to the other person and not to this one", async () => {
    await requestApproval(browser, "finance");
    await requestApproval(browser, "admin");
    await addressIn("finance");
    expect(mailsTo("admin")).toHaveLength(1);
  });

  await test.step("a person who opens the address in a browser stops them with a button", async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(await addressIn("finance"));
    await expectCleanState(page, "stopping e-mails");
    await page.getByRole("button", { name: "Stop emails" }).click();
    await expect(page.getByText("You get no more notifications by email")).toBeVisible();
    expect(await isEmailOn(browser, "finance")).toBe(false);
    await page.goto(`${dashboard.url}/unsubscribe/forged`);
    await expect(page.getByText("This link is not valid")).toBeVisible();
    await expect(page.getByRole("button", { name: "Stop emails" })).toHaveCount(0);
    await page.context().close();
  });
  await program.dispose();
});
