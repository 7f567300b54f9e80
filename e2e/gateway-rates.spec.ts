import { expect, test, type Page } from "@playwright/test";
import { choose, createPayment } from "./support/merchant";
import { startSession } from "./support/staff";

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
