import { expect, test } from "vitest";
import { within } from "@testing-library/dom";
import { Staff } from "./support/direct";
import { startDashboardOn } from "./support/faulty-wire";
import { choose, createPaidPayment, createPayment } from "./support/merchant";
import { cookieOf, openAs, openPage, words } from "./support/page-over-http";

const CHART = { name: /^Payments by status from/ };

test("payments by status are drawn, said in words and shown in a table that leads to the list", async () => {
  await createPaidPayment("41.00");
  const failed = await createPayment("42.00");
  await choose(failed.payment_link, "failure");
  const page = await openAs("support", "/overview");
  page.getByRole("heading", { level: 1, name: "Overview" });
  page.getByRole("figure", { name: /\d+ payments?, \d+ paid, \d+ failed/ });
  const table = within(page.getByRole("table", { name: "Payments by status" }));
  expect(table.getAllByRole("row")).toHaveLength(8);
  const last = table.getAllByRole("link").at(-1)?.getAttribute("href") ?? "";
  expect(last).toMatch(/^\/payments\?from=.*&until=/);
  const list = (await openAs("support", last)).getByRole("table", { name: "Payments, newest first" });
  expect(words(list)).toContain(failed.transaction_id);
});

test("the span is in the address, and a gateway leads to its payments", async () => {
  await createPaidPayment("43.00");
  const page = await openAs("finance", "/overview?range=30d");
  expect(page.getByRole("link", { name: "30 days" }).getAttribute("aria-current")).toBe("page");
  const [gateway] = within(page.getByRole("table", { name: "Success rate by gateway" })).getAllByRole("link");
  const name = words(gateway ?? null);
  const list = await openAs("finance", gateway?.getAttribute("href") ?? "");
  expect(list.path).toContain(`gateway=${name}`);
  list.getByRole("link", { name: `Remove filter Gateway ${name}` });
});

test("days of one's own are in the address, and days that cannot be shown are named", async () => {
  const page = await openAs("finance", "/overview?from=2026-01-05&until=2026-01-09");
  const periods = within(page.getByRole("navigation", { name: "Period" }));
  expect(periods.getAllByRole("link")[0]?.getAttribute("aria-current")).toBe("page");
  expect(words(periods.getAllByRole("link")[0] ?? null)).toMatch(/^5.+9 Jan 2026$/);
  expect(page.getByLabelText<HTMLInputElement>("From").value).toBe("2026-01-05");
  page.getByText("No payments in this period.");
  const faulty = await openAs("finance", "/overview?from=2026-01-09&until=2026-01-05");
  faulty.getByText("These days cannot be shown");
  expect(faulty.getByRole("link", { name: "7 days" }).getAttribute("aria-current")).toBe("page");
});

test("a service that cannot be reached is shown, and the refunds requested here are there", async () => {
  // Nothing listens on the discard port.
  const dashboard = await startDashboardOn("http://127.0.0.1:9");
  const people = new Staff(dashboard);
  try {
    const session = { cookie: await people.as("support"), dashboardUrl: dashboard.url };
    const page = await openPage("/overview", session);
    expect(page.text).toContain("The payment service can’t be reached");
    expect(page.queryByText("Payment charts are not available")).toBeNull();
    page.getByRole("heading", { name: "Refunds made in Paydeck, by outcome" });
    const payments = await openPage("/payments", session);
    expect(payments.text).toContain("The payment service can’t be reached");
  } finally {
    await people.db.end();
    await dashboard.stop();
  }
});

test("figures are compared with the period before", async () => {
  await createPaidPayment("44.00");
  const page = await openAs("ops", "/overview?range=24h");
  page.getByText("Compared with the 24 hours before, up to the same time.");
  // The sandbox is younger than the period.
  expect(words(page.getByRole("link", { name: /^Payments \d/ }))).toContain("None in the period before");
  within(page.getByRole("figure", CHART)).getByText("Total of the period before");
});

test("days begin at midnight where the person is", async () => {
  const cookie = `${await cookieOf("support")}; time_zone=Asia/Kolkata`;
  const page = await openPage("/overview", { cookie });
  expect(page.text).toContain("Daily figures in your browser’s time zone, Asia/Kolkata.");
});
