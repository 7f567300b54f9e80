import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { headerOf, type Received, TestSmtp } from "../tools/testing/dashboard/smtp";
import { actionNamed, callAction, returned, Staff } from "./support/direct";
import { freePort, type OwnDashboard, startDashboardOn } from "./support/faulty-wire";
import { createPaidPayment } from "./support/merchant";
import { openPage, submitForm } from "./support/page-over-http";
import { setThreshold } from "./support/threshold";

/** Its own dashboard: with a mail server, and a threshold that would hold up the refunds of other tests. */
let dashboard: OwnDashboard;
const smtp = new TestSmtp();
const cookies = { finance: "", admin: "" };
type Role = keyof typeof cookies;

beforeAll(async () => {
  await smtp.start();
  const port = String(await freePort());
  dashboard = await startDashboardOn(E2E.routingUrl, {
    PORT: port,
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    SMTP_FROM: "Paydeck <paydeck@example.com>",
  });
  const staff = new Staff(dashboard);
  for (const role of ["finance", "admin"] as const) {
    cookies[role] = await staff.as(role);
    await setThreshold({ dashboardUrl: dashboard.url, role }, "20.00");
  }
  await staff.db.end();
});
afterAll(async () => {
  await dashboard.stop();
  await smtp.stop();
});

const ONE_CLICK = "List-Unsubscribe=One-Click";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

const post = (address: string, headers: Record<string, string> = FORM): Promise<Response> =>
  fetch(address, { method: "POST", body: ONE_CLICK, headers, redirect: "manual" });

/** Messages to a person about requests for approval. */
const mailsTo = (role: Role): Received[] =>
  smtp.received.filter(
    (one) =>
      one.to.includes(`${role}@example.com`) &&
      headerOf(one, "Subject")?.includes("Approval requested") === true,
  );

/** Requests a refund that needs a second person: everybody who may approve it is notified, but the requester. */
async function requestApproval(role: Role): Promise<void> {
  const payment = await createPaidPayment("100.00");
  const action = actionNamed("requestRefundAction");
  const input = {
    intentId: randomUUID(),
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount: "80.00",
    reason: "",
    isApprovalExpected: true,
  };
  const page = `${dashboard.url}${action.page}`;
  const response = await callAction({ ...action, page }, cookies[role], { input }, { origin: dashboard.url });
  expect(returned(response)).toContain("approval");
}

/** The address that a message names for one-click unsubscription (RFC 8058). */
async function addressIn(role: Role): Promise<string> {
  await expect.poll(() => mailsTo(role).length, { timeout: 90_000 }).toBeGreaterThan(0);
  const [message] = mailsTo(role);
  if (message === undefined) throw new Error("no message");
  expect(headerOf(message, "List-Unsubscribe-Post")).toBe(ONE_CLICK);
  const address = /^<(.+)>$/.exec(headerOf(message, "List-Unsubscribe") ?? "")?.[1] ?? "";
  expect(address).toContain(`${dashboard.url}/api/unsubscribe/`);
  return address;
}

async function isOn(role: Role, channel: "Email" | "In Paydeck"): Promise<boolean> {
  const session = { cookie: cookies[role], dashboardUrl: dashboard.url };
  const page = await openPage("/account/notifications", session);
  const name = `A refund waits for approval: ${channel}`;
  return page.getByRole<HTMLInputElement>("checkbox", { name }).checked;
}

test("the address in an e-mail's List-Unsubscribe stops the e-mails of its person alone, by one POST without a session", async () => {
  await requestApproval("finance");
  const address = await addressIn("admin");

  // A GET, a forged token and an altered one change nothing.
  const got = await fetch(address);
  expect([got.status, got.url]).toEqual([200, address.replace("/api/", "/")]);
  expect(await got.text()).toContain("Stop emails");
  const token = address.slice(address.lastIndexOf("/") + 1);
  const altered = `${token.slice(0, 5)}${token[5] === "A" ? "B" : "A"}${token.slice(6)}`;
  for (const wrong of [altered, `${token}A`, token.slice(0, -2), "A".repeat(token.length), "x"])
    expect([wrong, (await post(address.replace(token, wrong))).status]).toEqual([wrong, 404]);
  expect(await isOn("admin", "Email")).toBe(true);

  // A POST of a mail program stops them, and another one does no harm.
  const ofProgram = { ...FORM, origin: "https://mail.example", "sec-fetch-site": "cross-site" };
  for (const headers of [FORM, ofProgram, FORM]) {
    const response = await post(address, headers);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(response.headers.get("set-cookie")).toBeNull();
  }
  expect(await isOn("admin", "Email")).toBe(false);
  expect(await isOn("admin", "In Paydeck")).toBe(true);
  expect(await isOn("finance", "Email")).toBe(true);

  // The next request is sent to the other person and not to this one.
  await requestApproval("finance");
  await requestApproval("admin");
  const other = await addressIn("finance");
  expect(mailsTo("admin")).toHaveLength(1);

  // A person who opens the address stops them with a button.
  const page = await openPage(other);
  const form = page.getByRole("button", { name: "Stop emails" }).closest("form");
  if (form === null) throw new Error("there is no form");
  const { location, page: answered } = await submitForm(page, form, {});
  const stopped = location === null ? answered : await openPage(location, { dashboardUrl: dashboard.url });
  expect(stopped.text).toContain("You get no more notifications by email");
  expect(await isOn("finance", "Email")).toBe(false);
});

test("a forged link is called not valid, and offers no button", async () => {
  const forged = await openPage("/unsubscribe/forged", { dashboardUrl: dashboard.url });
  expect(forged.text).toContain("This link is not valid");
  expect(forged.queryByRole("button", { name: "Stop emails" })).toBeNull();
});
