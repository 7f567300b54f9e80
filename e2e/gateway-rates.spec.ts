import { expect, test, type Page } from "@playwright/test";
import { openAlteredWire } from "./support/altered-wire";
import { startDashboardOn } from "./support/faulty-wire";
import { choose, createPayment } from "./support/merchant";
import { newSession, startSession } from "./support/staff";

// Two of them start a dashboard of their own.
test.describe.configure({ timeout: 400_000 });

const RATES = "/v1/ops/payments/success-rates";
const TITLE = "Success rates and traffic";
const AT_ANY = "would fail at any gateway";

const panel = (page: Page) => page.getByRole("region", { name: TITLE });
const card = (page: Page, gateway: string) =>
  panel(page).getByRole("article", { name: gateway, exact: true });
const countOf = async (page: Page, words: string): Promise<number> => {
  const text = await card(page, "simulator")
    .getByText(new RegExp(`^[\\d,]+ ${words}$`))
    .innerText();
  return Number(text.replace(/\D/g, ""));
};

test("each number of a gateway's success rate counts the payments of the list that it leads to", async ({
  page,
}) => {
  const wallet = { payment_method: "WALLET" } as const;
  const pay = async (amount: string, outcome: "success" | "failure" | "drop") => {
    const payment = await createPayment(amount, wallet);
    await choose(payment.payment_link, outcome);
    return payment;
  };
  await pay("70001.00", "success");
  await startSession(page, "admin");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/gateways");
  // The kind of payments is chosen in a form, and is in the address.
  await panel(page).getByLabel("Method").selectOption("Wallet");
  await panel(page).getByLabel("Amount, any currency").selectOption("10,000.00 to 99,999.99");
  await panel(page).getByRole("button", { name: "Apply" }).click();
  // What other tests' payments have is there to choose from, too.
  await expect(page).toHaveURL(
    /\/gateways\?declines=7d&rates=7d&method=WALLET&amount=10000-100000(&currency=)?(&scheme=)?(&bank=)?$/,
  );
  await panel(page).getByRole("link", { name: "Today" }).click();
  await expect(page).toHaveURL(/rates=today&method=WALLET&amount=10000-100000$/);
  await expect(panel(page).getByRole("link", { name: "Today" })).toHaveAttribute("aria-current", "page");
  const before = {
    paid: await countOf(page, "paid"),
    failed: await countOf(page, "failed"),
    unavoidable: await countOf(page, AT_ANY),
  };

  for (let i = 0; i < 11; i += 1) await pay("70002.00", "success");
  const declined = await pay("70003.84", "failure");
  const expired = await pay("70004.83", "failure");
  await pay("70005.00", "drop");
  await page.reload();
  await expect(panel(page).getByLabel("Method")).toHaveValue("WALLET");
  await expect.poll(() => countOf(page, "paid")).toBe(before.paid + 11);
  expect(await countOf(page, "failed")).toBe(before.failed + 3);
  expect(await countOf(page, AT_ANY)).toBe(before.unavoidable + 2);
  const [paid, failed] = [before.paid + 11, before.failed + 3];
  const rate = `${String(Math.round((1_000 * paid) / (paid + failed)) / 10)}%`;
  await expect(card(page, "simulator").getByRole("definition").first()).toContainText(rate);

  // The table has the numbers of the chart.
  await card(page, "simulator").getByText("Table: simulator").click();
  const table = card(page, "simulator").getByRole("table", { name: "Success rate of simulator over time" });
  await table
    .getByRole("link", { name: /failed: simulator, / })
    .last()
    .click();
  await expect(page).toHaveURL(
    /\/payments\?from=.*&until=.*&gateway=simulator&method=WALLET&min=10000\.00&max=99999\.99/,
  );
  const list = page.getByRole("table", { name: "Payments" });
  await expect(list.getByText(declined.merchant_transaction_id)).toBeVisible();
  await expect(list.getByText(expired.merchant_transaction_id)).toBeVisible();

  await page.goBack();
  await card(page, "simulator")
    .getByRole("link", { name: /would fail at any gateway: simulator$/ })
    .click();
  await expect(page).toHaveURL(/range=today&gateway=simulator.*decline=unavoidable$/);
  await expect(list.getByText(expired.merchant_transaction_id)).toBeVisible();
  await expect(list.getByRole("row")).toHaveCount(1 + before.unavoidable + 2);
});

const DAY_MS = 24 * 60 * 60_000;
const GATEWAYS = [
  "stripe",
  "razorpay",
  "adyen",
  "paypal",
  "cashfree",
  "simulator",
  "simulator-north-with-a-long-name",
];

/** Thirty days of seven gateways; the last has few payments. Both periods get the same. */
const MANY = Array.from({ length: 30 }, (_, day) =>
  GATEWAYS.map((gateway, index) => {
    const few = index === GATEWAYS.length - 1;
    const paid = few ? 2 : 1_23_456 - 9_000 * index - ((day * 37) % 11) * 400;
    const failed = few ? day % 3 : 4_000 + 900 * index + ((day * 53) % 7) * 300;
    return {
      bucket: new Date(Date.now() - day * DAY_MS).toISOString(),
      gateway,
      payments: paid + failed + 40,
      paid,
      failed,
      unavoidable: few ? 0 : 2_345,
    };
  }),
).flat();

test("too many payments to count, none, and a failed count are each said", async ({ browser }) => {
  const wire = await openAlteredWire();
  const dashboard = await startDashboardOn(wire.url);
  try {
    const since = "2026-11-20T00:00:00.000Z";
    wire.alter(RATES, { kind: "answer", status: 200, body: { rates: MANY, since, complete: false } });
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(`${dashboard.url}/gateways?rates=30d`);
    await expect(panel(admin)).toContainText("There are too many to count");
    await expect(panel(admin).getByRole("article")).toHaveCount(GATEWAYS.length);
    await expect(card(admin, "stripe")).toContainText("Share of payments");
    await expect(card(admin, GATEWAYS.at(-1) ?? "")).toContainText("No clear difference");
    for (const summary of await panel(admin)
      .getByText(/^Table: /)
      .all())
      await summary.click();
    await expect(panel(admin)).toContainText("Too few payments");

    wire.alter(RATES, { kind: "answer", status: 200, body: { rates: [], since, complete: true } });
    await admin.goto(`${dashboard.url}/gateways?rates=today&method=EMI`);
    await expect(panel(admin)).toContainText("No such payments in this period or the one before.");
    wire.alter(RATES, { kind: "answer", status: 502, body: "<html>" });
    await admin.reload();
    await expect(panel(admin)).toContainText("The payment service can’t be reached");
    await expect(admin.getByRole("region", { name: /^simulator/ })).toContainText("Active");
    await admin.context().close();
  } finally {
    await dashboard.stop();
    await wire.close();
  }
});

test("the rates of a card scheme and a bank are offered once a payment has them, and each leads to its payments", async ({
  page,
}) => {
  const bank = `BANK ${String(Date.now())}`;
  const ofBank = { payment_method: "CC", card_scheme: "RUPAY", issuing_bank: bank } as const;
  const pay = async (outcome: "success" | "failure", fields: object = ofBank) => {
    const payment = await createPayment("70100.00", fields);
    await choose(payment.payment_link, outcome);
    return payment;
  };
  const paid = [await pay("success"), await pay("success")];
  const failed = await pay("failure");
  const visa = await pay("success", { ...ofBank, card_scheme: "VISA" });
  const other = await pay("success", { ...ofBank, issuing_bank: `${bank} OTHER` });
  await startSession(page, "admin");
  await page.goto("/gateways?rates=today");
  await panel(page).getByLabel("Card scheme").selectOption("RUPAY");
  await panel(page).getByLabel("Issuing bank").selectOption(bank);
  await panel(page).getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/scheme=RUPAY&bank=BANK/);
  expect(await countOf(page, "paid")).toBe(2);
  expect(await countOf(page, "failed")).toBe(1);

  const list = page.getByRole("table", { name: "Payments" });
  await card(page, "simulator").getByRole("link", { name: "2 paid: simulator" }).click();
  await expect(page).toHaveURL(/range=today&gateway=simulator&.*scheme=RUPAY&bank=BANK.*status=SUCCESS$/);
  await expect(list.getByRole("row")).toHaveCount(1 + 2);
  for (const { merchant_transaction_id: reference } of paid)
    await expect(list.getByText(reference)).toBeVisible();
  await page.goBack();
  await card(page, "simulator").getByRole("link", { name: "1 failed: simulator" }).click();
  await expect(list.getByRole("row")).toHaveCount(1 + 1);
  await expect(list.getByText(failed.merchant_transaction_id)).toBeVisible();

  // The filter of the list has them, too: as chips, in its form, typed and in exports.
  await expect(page.getByRole("link", { name: "Remove filter Card scheme RuPay" })).toBeVisible();
  for (const status of ["Failed", "Dropped"]) {
    const chip = page.getByRole("link", { name: `Remove filter ${status}` });
    await chip.click();
    // Each chip leads to the filter without it: the next is used once this one has gone.
    await expect(chip).toHaveCount(0);
  }
  await expect(list.getByRole("row")).toHaveCount(1 + 3);
  await page.getByText(/^Filters/).click();
  const form = page.getByRole("form", { name: "Filter payments" });
  await expect(form.getByLabel("Issuing bank")).toHaveValue(bank);
  await form.getByLabel("Card scheme").selectOption("Any");
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/range=today/);
  await expect(list.getByRole("row")).toHaveCount(1 + 4);
  await expect(list.getByText(visa.merchant_transaction_id)).toBeVisible();
  await expect(list.getByText(other.merchant_transaction_id)).toHaveCount(0);

  await page.goto(
    `/payments?typed=${encodeURIComponent(`scheme:visa bank:"${bank.toLowerCase()}" currency:inr`)}`,
  );
  await expect(page).toHaveURL(/scheme=VISA/);
  await expect(list.getByRole("row")).toHaveCount(1 + 1);
  const query = new URLSearchParams({ scheme: "RUPAY", bank, format: "csv" });
  const file = await (await page.request.get(`/api/export/payments?${query.toString()}`)).text();
  expect(file.split("\n").filter((line) => line.includes(bank))).toHaveLength(3);
});

test("a page without a match says that older payments may match, and a service without these filters is said", async ({
  browser,
}) => {
  const wire = await openAlteredWire();
  const dashboard = await startDashboardOn(wire.url);
  try {
    const support = await newSession(browser, "support", dashboard.url);
    wire.alter("/v1/ops/payments/search", {
      kind: "answer",
      status: 200,
      body: { payments: [], next_cursor: "2026-01-01T00:00:00.000Z_TXN202601010000000000001" },
    });
    await support.goto(`${dashboard.url}/payments?bank=NOBODY`);
    await expect(support.getByText("No matches so far")).toBeVisible();
    wire.alter("/v1/ops/payments/search", {
      kind: "answer",
      status: 200,
      body: { payments: [], next_cursor: null },
    });
    await support.getByRole("link", { name: "Search older payments" }).click();
    await expect(support).toHaveURL(/bank=NOBODY&cursor=/);
    await expect(support.getByText("No older payments match")).toBeVisible();
    await support.context().close();
  } finally {
    await dashboard.stop();
    await wire.close();
  }

  const earlier = await openAlteredWire();
  const operations = ["payments.search"];
  earlier.alter("/v1/ops/capabilities", {
    kind: "answer",
    status: 200,
    body: { version: 1, idempotency: true, operations },
  });
  const before = await startDashboardOn(earlier.url);
  try {
    const support = await newSession(browser, "support", before.url);
    await support.goto(`${before.url}/payments?scheme=VISA&range=today`);
    await expect(support.getByText(/can’t filter by some of this/)).toBeVisible();
    await support.getByRole("link", { name: "Remove these filters" }).click();
    await expect(support).toHaveURL(/\/payments\?range=today$/);
    await support.getByText(/^Filters/).click();
    const form = support.getByRole("form", { name: "Filter payments" });
    await expect(form.getByLabel("Gateway", { exact: true })).toBeVisible();
    await expect(form.getByLabel("Card scheme")).toHaveCount(0);
    await expect(form.getByLabel("Issuing bank")).toHaveCount(0);
    await support.context().close();
  } finally {
    await before.stop();
    await earlier.close();
  }
});
