import { expect, test, type Page } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { openStart, uploadRows } from "./support/bulk";
import { startDashboardOn } from "./support/faulty-wire";
import { choose, createPaidPayment, createPayment } from "./support/merchant";
import { newSession } from "./support/staff";
import { setThreshold } from "./support/threshold";
import { expectWholeAmounts, LARGEST, SHOWN } from "./support/whole-amounts";

/** Its own dashboard: a threshold would hold up the refunds of all other tests. */
let dashboard: { url: string; stop(): Promise<void> };
test.beforeAll(async () => {
  dashboard = await startDashboardOn(E2E.routingUrl);
  await setThreshold({ dashboardUrl: dashboard.url, role: "finance" }, "50.00");
});
test.afterAll(() => dashboard.stop());

const at = (path: string): string => `${dashboard.url}${path}`;

test("an approver reviews a bulk run on its page: sums, largest rows, reasons, duplicates and every row", async ({
  browser,
}) => {
  const [one, two] = [await createPaidPayment("1000.00"), await createPaidPayment("1000.00")];
  const hostile = `=HYPERLINK("http://x.test") \u202Etxet ${"long ".repeat(80)}`.trim();
  // A sign that turns the direction of text around is named, so that it hides nothing.
  const shown = hostile.replace("\u202E", "U+202E");
  const rows = [
    ...Array.from({ length: 21 }, (_, index) => `${one.merchant_transaction_id},${index + 1}.00,other: Late`),
    `${two.merchant_transaction_id},300.00,goods_returned: Torn`,
    `${two.merchant_transaction_id},300.00,"Other: ${hostile.replaceAll('"', '""')}"`,
    `${two.merchant_transaction_id},300.00,goods_returned: Torn`,
    `MISSING-${one.transaction_id},1.00,goods_returned: Torn`,
  ].join("\n");
  const finance = await newSession(browser, "finance", dashboard.url);
  await uploadRows(finance, "Refunds", { name: "refunds-march.csv", rows }, dashboard.url);
  await expect(finance).toHaveTitle(/refunds-march\.csv.* · .*Paydeck$/);
  await finance.getByLabel("Not a duplicate: send line 23").check();
  await expect(finance.getByText("Confirmed by")).toBeVisible();
  const dialog = await openStart(finance, { rows: "23", total: "831" });
  await dialog.getByRole("button", { name: "Request approval" }).click();
  await expect(finance.getByText("Waiting for approval").first()).toBeVisible();
  await expect(finance.getByRole("heading", { level: 1 })).toBeFocused();
  const planned = finance.getByRole("region", { name: "After approval" });
  await expect(planned).toContainText("Approval requested");
  await expect(planned).not.toContainText("Running for");
  await finance.context().close();

  const admin = await newSession(browser, "admin", dashboard.url);
  await admin.goto(at("/approvals"));
  const listed = admin.getByRole("row").filter({ hasText: "refunds-march.csv" });
  await expect(listed).toContainText("Bulk run, 23 rows");
  await expect(listed).toContainText("₹831.00");
  await expect(listed).toContainText("largest ₹300.00");
  await listed.getByRole("link").click();
  await expect(admin.getByRole("heading", { level: 1, name: "Bulk run refunds-march.csv" })).toBeVisible();
  await expect(admin.getByText("23 rows of 2 payments")).toBeVisible();

  const region = (name: string) => admin.getByRole("region", { name, exact: true });
  await expect(region("Largest amounts").getByRole("listitem").first()).toContainText("₹300.00");
  await expect(
    region("Largest amounts").getByRole("link", { name: two.merchant_transaction_id }).first(),
  ).toHaveAttribute("href", new RegExp(`/payments/${two.transaction_id}`));
  const duplicates = region("Duplicates");
  await expect(duplicates).toContainText("1 row needed a confirmation and was confirmed");
  await expect(duplicates).toContainText("Same payment and amount as line 22");
  await expect(duplicates).toContainText(/Line 23 · Confirmed by \S/);
  await expect(duplicates).toContainText("2 payments have several rows");
  await expect(duplicates).toContainText("1 row is the same as another");
  await expect(duplicates).toContainText("1 row has another problem");
  await expect(region("Reasons").getByRole("listitem").first()).toContainText(
    /Other: Late\s*21 rows\s*₹231\.00/,
  );
  await expect(region("Reasons")).toContainText(shown);

  const table = admin.getByRole("table", { name: "Rows" });
  await expect(table.getByRole("row")).toHaveCount(21);
  await admin.getByLabel("Note", { exact: true }).fill("Compared with the returns");
  await admin.getByRole("link", { name: "Show all 23" }).click();
  await expect(table.getByRole("row")).toHaveCount(24);
  await expect(table).toContainText(shown);
  await expect(admin.getByLabel("Note", { exact: true })).toHaveValue("Compared with the returns");
  await expectPinnedDecision(admin);
  await admin.getByRole("button", { name: "Approve and start 23 refunds" }).click();
  await expect(admin.getByText("Approved: the run is starting")).toBeVisible();
  await admin.getByRole("link", { name: "View run" }).click();
  await expect(admin.getByRole("heading", { level: 1, name: "refunds-march.csv" })).toBeVisible();

  const download = admin.waitForEvent("download");
  await admin.getByRole("link", { name: "Result as CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^refunds-march-result-.*\.csv$/);

  await admin.goto(at("/audit?action=bulk_started"));
  await expect(admin.getByRole("table").getByRole("link").first()).toContainText(
    /^refunds-march\.csv · .+ · /,
  );
  await admin.context().close();
});

/** On a phone, whatever of the long page is in view; what it asks for is then scrolled to. */
async function expectPinnedDecision(admin: Page): Promise<void> {
  await admin.setViewportSize({ width: 360, height: 640 });
  const approve = admin.getByRole("button", { name: "Approve and start 23 refunds" });
  const decline = admin.getByRole("button", { name: "Decline" });
  for (const end of ["start", "end"] as const) {
    await admin.evaluate((to) => scrollTo(0, to === "start" ? 0 : document.body.scrollHeight), end);
    await expect(approve).toBeInViewport({ ratio: 1 });
    await expect(decline).toBeInViewport({ ratio: 1 });
  }
  await admin.getByLabel("Note", { exact: true }).fill("");
  await admin.evaluate(() => scrollTo(0, 0));
  await decline.click();
  await expect(admin.getByLabel("Note", { exact: true })).toBeFocused();
  await expect(admin.getByLabel("Note", { exact: true })).toBeInViewport({ ratio: 1 });
  await admin.getByLabel("Note", { exact: true }).fill("Compared with the returns");
  await admin.setViewportSize({ width: 1280, height: 800 });
}

test("the largest amount is shown whole in approvals and bulk runs", async ({ browser }) => {
  const paid = await Promise.all(
    [1, 2].map(async () => {
      const payment = await createPayment(LARGEST);
      await choose(payment.payment_link, "success");
      return payment.merchant_transaction_id;
    }),
  );
  const rows = paid.map((reference) => `${reference},${LARGEST},other: Late`).join("\n");
  const finance = await newSession(browser, "finance", dashboard.url);
  await uploadRows(finance, "Refunds", { name: "large.csv", rows }, dashboard.url);
  await expect(finance.getByRole("table")).toContainText(SHOWN);
  await expectWholeAmounts(finance, "checked run");
  const dialog = await openStart(finance, { rows: "2", total: "19999999999999.98" });
  await expectWholeAmounts(finance, "start of a run");
  await dialog.getByRole("button", { name: "Request approval" }).click();
  await expect(finance.getByText("Waiting for approval").first()).toBeVisible();
  await finance.goto(at("/bulk"));
  await expect(finance.getByRole("table")).toContainText("large.csv");
  await expectWholeAmounts(finance, "bulk runs");
  await finance.context().close();

  const admin = await newSession(browser, "admin", dashboard.url);
  await admin.goto(at("/approvals"));
  const listed = admin.getByRole("row").filter({ hasText: "large.csv" });
  await expect(listed).toContainText(SHOWN);
  await expectWholeAmounts(admin, "approvals");
  await listed.getByRole("link").click();
  await expect(admin.getByRole("table", { name: "Rows" })).toContainText(SHOWN);
  await expectWholeAmounts(admin, "request for a bulk run");
  await admin.context().close();
});
