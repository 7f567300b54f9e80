import { randomUUID } from "node:crypto";
import { within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { actionNamed, call, callAction, returned, Staff } from "./support/direct";
import {
  choose,
  createPaidPayment,
  createPayment,
  type CreatedPayment,
  refundOutsideDashboard,
  transactionStatus,
} from "./support/merchant";
import {
  cookieOf,
  openAs,
  openPage,
  type PageOverHttp,
  type Submitted,
  submitForm,
  words,
} from "./support/page-over-http";

const TABLE = { name: "Payments, newest first" };

function idsOf(page: PageOverHttp): string[] {
  const links = within(page.getByRole("table", TABLE)).getAllByRole("link", { name: /TXN\d+$/ });
  return links.map((link) => /TXN\d+$/.exec(link.textContent ?? "")?.[0] ?? "");
}

const hrefOf = (page: PageOverHttp, name: string): string =>
  page.getByRole("link", { name }).getAttribute("href") ?? "";

function describedBy({ document }: PageOverHttp, field: HTMLElement): string {
  const ids = (field.getAttribute("aria-describedby") ?? "").split(" ");
  return ids.map((id) => words(document.getElementById(id))).join(" ");
}

test("the filter works before any script has come", async () => {
  const mark = `list-${randomUUID()}`;
  const payment = await createPayment("12.00", { merchant_transaction_id: mark });
  const page = await openAs("support", "/payments");
  const form = page.getByRole("form", { name: "Filter payments" });
  const { location } = await submitForm(page, form, { prefix: mark }, { cookie: await cookieOf("support") });
  const filtered = await openAs("support", location ?? `/payments?prefix=${mark}`);
  expect(filtered.path).toBe(`/payments?prefix=${mark}`);
  expect(idsOf(filtered)).toEqual([payment.transaction_id]);
});

test("pages follow each other without a gap or a double, and lead back to the newest", async () => {
  const mark = `page-${randomUUID()}`;
  const made = await Promise.all(
    Array.from({ length: 53 }, (_, index) =>
      createPayment("10.00", { merchant_transaction_id: `${mark}-${index}`, udf2: mark }),
    ),
  );
  const first = await openAs("support", `/payments?udf2=${mark}`);
  expect(idsOf(first)).toHaveLength(50);
  const second = await openAs("support", hrefOf(first, "Older"));
  const all = [...idsOf(first), ...idsOf(second)];
  expect(all).toHaveLength(53);
  expect(new Set(all)).toEqual(new Set(made.map((payment) => payment.transaction_id)));
  expect(all).toEqual([...all].sort().reverse());
  expect(idsOf(await openAs("support", hrefOf(second, "Newest")))).toEqual(idsOf(first));
});

test("values that cannot be read are shown at their fields, and nothing is searched", async () => {
  const page = await openAs("support", "/payments?from=yesterday&min=1e3&status=PENDING&max=5&udf1=%00");
  page.getByText("Nothing was searched");
  const described = (name: string): string => describedBy(page, page.getByLabelText(name));
  expect(described("Created from")).toMatch(/valid date and time/);
  expect(page.getByLabelText<HTMLInputElement>("Amount from").value).toBe("1e3");
  expect(described("Amount from")).toMatch(/like 1499/);
  page.getByText("Choose a value from the list.");
  expect(page.queryByRole("table", TABLE)).toBeNull();
  const gone = await openAs("support", "/payments?cursor=nowhere");
  gone.getByText("This page of the list is no longer available");
});

/** What the search of the frame leads to without scripts. */
async function searchFor(text: string): Promise<Submitted> {
  const page = await openAs("support", "/payments");
  const form = page.getByLabelText(/^Merchant reference/).closest("form");
  if (form === null) throw new Error("there is no form");
  return submitForm(page, form, { reference: text }, { cookie: await cookieOf("support") });
}

test("the search opens the one payment of an id, a refund, a phone number, an amount or a beginning in any case", async () => {
  const digits = String(Date.now()).slice(-9);
  const amount = `${digits}.37`;
  const reference = `Find-${randomUUID()}`;
  const payment = await createPayment(amount, {
    merchant_transaction_id: reference,
    customer_details: { customer_email: "find@example.com", customer_phone: `917${digits}` },
  });
  await choose(payment.payment_link, "success");
  const { refund_id: refundId } = await refundOutsideDashboard(payment.transaction_id, "1.00");
  const [record] = await transactionStatus(reference);
  for (const text of [
    payment.transaction_id.toLowerCase(),
    refundId,
    record?.gateway_transaction_id ?? "",
    `7${digits.slice(0, 4)} ${digits.slice(4)}`,
    amount,
    ` ${reference} `,
    reference.slice(0, 24).toUpperCase(),
  ]) {
    const response = await searchFor(text);
    expect(response.location, text).toMatch(new RegExp(`^/payments/${payment.transaction_id}\\?reference=`));
  }
});

test("a text that finds nothing is in the address, but for what may be a contact", async () => {
  const { location } = await searchFor("no such order");
  expect(location).toBe("/payments?reference=no%20such%20order&searched=all");
  const page = await openAs("support", location ?? "");
  expect(page.text).toContain("No payment found");
  expect((await searchFor("600000000000001")).location).toBeNull();
});

test("a customer's e-mail address finds their payments, is in no address and on no page, and finds nothing in another session", async () => {
  const email = `customer-${randomUUID()}@example.com`;
  const customer = { customer_details: { customer_email: email, customer_phone: "9876543210" } };
  const payments = [await createPayment("76.00", customer), await createPayment("77.00", customer)];
  const { location } = await searchFor(email);
  expect(decodeURIComponent(location ?? "")).not.toMatch(/customer-|@example/);
  const found = await openAs("support", location ?? "");
  expect(idsOf(found).toSorted()).toEqual(payments.map(({ transaction_id: id }) => id).toSorted());
  expect(found.html).not.toContain(email);
  const staff = new Staff();
  const cookie = await staff.as("support");
  await staff.db.end();
  const elsewhere = await openPage(location ?? "", { cookie });
  expect(elsewhere.text).toContain("This search by contact has expired");
});

test("times on the person's wall become exact instants in the address", async () => {
  const session = { cookie: `${await cookieOf("support")}; time_zone=Asia/Kolkata` };
  const page = await openPage("/payments", session);
  const form = page.getByRole("form", { name: "Filter payments" });
  expect(words(form)).toContain("Times in Asia/Kolkata.");
  const { location } = await submitForm(page, form, { from: "2026-01-31T09:30" }, session);
  const exact = await openPage(location ?? "", session);
  expect(exact.path).toBe("/payments?from=2026-01-31T04%3A00%3A00.000Z");
  expect(exact.getByLabelText<HTMLInputElement>("Created from").value).toBe("2026-01-31T09:30");
});

test("a typed filter of refunds knows periods and statuses, and a day replaces the period", async () => {
  const typed = async (page: PageOverHttp, text: string): Promise<PageOverHttp> => {
    const form = page.getByRole("search", { name: "Type a filter" });
    const { location } = await submitForm(page, form, { typed: text }, { cookie: await cookieOf("finance") });
    return openAs("finance", location ?? "");
  };
  const refunds = await openAs("finance", "/refunds");
  const page = await typed(refunds, 'period:yesterday status:refunded reason:"no listed reason"');
  expect(page.path).toMatch(/\/refunds\?.*range=yesterday/);
  const chips = words(page.getByRole("list", { name: "Active filters" }));
  for (const chip of ["Yesterday", "Refunded", "Reason: No listed reason"]) expect(chips).toContain(chip);
  const since = await typed(page, "from:2026-11-01");
  expect(since.path).toMatch(/from=2026-11-01/);
  expect(since.path).not.toContain("range=");
});

test("the minutes of the stuck list are in the address, and wrong ones are told at their field", async () => {
  const page = await openAs("support", "/stuck?minutes=soon");
  const field = page.getByLabelText<HTMLInputElement>(/Unpaid for/);
  expect(describedBy(page, field)).toMatch(/whole number/);
  expect(field.hasAttribute("autofocus")).toBe(true);
  const form = field.closest("form");
  if (form === null) throw new Error("there is no form");
  const given = { minutes: "10080" };
  const { page: week } = await submitForm(page, form, given, { cookie: await cookieOf("support") });
  expect(week.path).toBe("/stuck?minutes=10080");
  expect(week.getByRole("button", { name: "Show" }).hasAttribute("autofocus")).toBe(true);
  expect(week.text).toContain("No stuck payments");
});

test("support sees what is stuck and cannot cancel it", async () => {
  const payment = await createPayment("21.00");
  const [record] = await transactionStatus(payment.merchant_transaction_id);
  const after = encodeURIComponent(new Date(record?.transaction_date_time ?? "").toISOString());
  const page = await openAs("support", `/stuck?minutes=0&after=${after}`);
  expect(words(page.getByRole("table"))).toContain(payment.merchant_transaction_id);
  expect(page.queryAllByRole("checkbox")).toEqual([]);
  page.getByText("Cancelling these needs a role that cancels payments and runs bulk actions.");
});

test("ops sees reconciliations and does not run them", async () => {
  const page = await openAs("ops", "/reconciliation");
  page.getByRole("heading", { level: 1, name: "Reconciliation" });
  expect(page.queryByRole("button", { name: "Run again" })).toBeNull();
});

test("several statuses in an address filter the list of refunds, its export and its links alike", async () => {
  const page = await openAs("finance", "/refunds?status=SUCCESS&status=FAILURE&min=1");
  const active = within(page.getByRole("list", { name: "Active filters" }));
  for (const code of ["SUCCESS", "FAILURE"]) expect(words(active.getByTitle(code))).toContain(code);
  const statusesOf = (name: string): string[] =>
    new URL(hrefOf(page, name), E2E.dashboardUrl).searchParams.getAll("status");
  expect(statusesOf("Export CSV")).toEqual(["SUCCESS", "FAILURE"]);
  expect(statusesOf("Remove filter At least 1")).toEqual(["SUCCESS", "FAILURE"]);
  expect(page.getAllByRole("link", { name: /^Remove filter (Refunded|Failed)$/ })).toHaveLength(2);
});

test("the list of payments leads to the form for a new one and back, for those who may create one", async () => {
  const list = await openAs("ops", "/payments");
  const main = within(list.getByRole("main"));
  const form = await openAs(
    "ops",
    main.getByRole("link", { name: "Create payment" }).getAttribute("href") ?? "",
  );
  form.getByRole("heading", { level: 1, name: "Create payment" });
  const back = within(form.getByRole("main")).getByRole("link", { name: "Payments" });
  expect(back.getAttribute("href")).toBe("/payments");
  const ofSupport = within((await openAs("support", "/payments")).getByRole("main"));
  expect(ofSupport.queryByRole("link", { name: "Create payment" })).toBeNull();
});

/** Finance refunds a part of a payment. */
async function refund(payment: CreatedPayment, amount: string): Promise<void> {
  const input = {
    intentId: randomUUID(),
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount,
    reason: "",
    isApprovalExpected: false,
  };
  const response = await callAction(actionNamed("requestRefundAction"), await cookieOf("finance"), { input });
  expect(returned(response)).toContain('"accepted"');
}

test("a refund is found by its filter, with totals of what matches, and exported whole", async () => {
  const payment = await createPaidPayment("80.00");
  await refund(payment, "12.50");
  await refund(payment, "7.50");
  const reference = payment.merchant_transaction_id;
  const rowsOf = (page: PageOverHttp): number =>
    page.queryAllByRole("row").filter((row) => words(row).includes(reference)).length;

  const both = await openAs("finance", `/refunds?q=${reference}`);
  both.getByRole("link", { name: `Remove filter Reference or id ${reference}` });
  expect(rowsOf(both)).toBe(2);
  expect(words(both.getByRole("list", { name: "Totals of all matches" }))).toBe(
    "2 refunds, ₹20.00 requested",
  );

  const form = both.getByRole("search", { name: "Filter refunds" });
  const { page: larger } = await submitForm(both, form, { min: "10" }, { cookie: await cookieOf("finance") });
  expect(larger.path).toMatch(/min=10/);
  expect(rowsOf(larger)).toBe(1);
  const file = await call(hrefOf(larger, "Export CSV"), { headers: { cookie: await cookieOf("finance") } });
  const lines = file.text.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"12.50","INR"');
  expect(rowsOf(await openAs("finance", hrefOf(larger, "Remove filter At least 10")))).toBe(2);

  const wrong = await openAs("finance", `/refunds?q=${reference}&min=ten`);
  wrong.getByText("The filter is not valid");
  expect(wrong.getByLabelText("Amount from").getAttribute("aria-invalid")).toBe("true");
});

test("a refund made outside the dashboard is listed apart, and its page follows it to its end", async () => {
  const payment = await createPaidPayment("31.00");
  const { refund_id: refundId } = await refundOutsideDashboard(payment.transaction_id, "11.00");
  expect((await openAs("support", `/refunds/${refundId}`)).text).toContain("Outside Paydeck");
  await vi.waitUntil(async () => (await openAs("support", `/refunds/${refundId}`)).text.includes("SUCCESS"), {
    timeout: 60_000,
    interval: 500,
  });
  const tab = (await openAs("support", "/refunds")).getByRole("link", { name: /^Outside Paydeck/ });
  const elsewhere = await openAs("support", tab.getAttribute("href") ?? "");
  const row = elsewhere.getAllByRole("link", { name: new RegExp(refundId) })[0]?.closest("tr") ?? null;
  expect(words(row)).toContain("SUCCESS");
  const own = await openAs("support", `/refunds?q=${payment.merchant_transaction_id}`);
  expect(own.text).toContain("No matching refunds");
});

test("an export of selected refunds that cannot be read leads back to the list; a role without use for them has no checkboxes", async () => {
  const payment = await createPaidPayment("80.00");
  await refund(payment, "12.50");
  const list = `/refunds?q=${payment.merchant_transaction_id}`;
  const response = await call(list.replace("/refunds", "/api/export/refunds/selected"), {
    method: "POST",
    headers: { cookie: await cookieOf("finance"), origin: E2E.dashboardUrl },
    body: new URLSearchParams({ lines: "unknown", format: "csv" }),
  });
  expect([response.status, response.location]).toEqual([303, `${list}&export=invalid`]);
  const page = await openAs("support", list);
  expect(page.getAllByRole("link", { name: /RFD\d/ })).not.toEqual([]);
  expect(page.queryAllByRole("checkbox", { name: /^Select/ })).toEqual([]);
});
