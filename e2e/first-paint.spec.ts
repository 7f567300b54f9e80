import { expect, test, type Locator, type Page } from "@playwright/test";
import { createPaidPayment, refundOutsideDashboard } from "./support/merchant";
import { search, signIn } from "./support/staff";

/** When a payment was created. */
const createdTime = (page: Page): Locator =>
  page.getByRole("list", { name: "Timeline" }).locator("time").last();

/** As the browser formats it, once the server knows its zone. */
async function timeOf(page: Page): Promise<string> {
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === "time_zone")?.value)
    .toBe("Asia/Kolkata");
  const time = createdTime(page);
  await expect(time).not.toContainText("UTC");
  return time.innerText();
}

test.use({ timezoneId: "Asia/Kolkata" });

test("the first paint tells times of the viewer's own zone, and ages; a time that was rendered in another zone becomes the browser's own, and is never blank meanwhile", async ({
  page,
}) => {
  const payment = await createPaidPayment("19.00");
  await signIn(page, "support");
  await search(page, payment.merchant_transaction_id);
  const shown = await timeOf(page);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain(shown);
  const { refund_id: refundId } = await refundOutsideDashboard(payment.transaction_id, "1.00");
  expect(await (await page.request.get(`/refunds/${refundId}`)).text()).toMatch(/\d+ (s|min) ago/);

  // The zone before travel.
  const zone = { name: "time_zone", value: "America/New_York", url: new URL("/", page.url()).href };
  await page.context().addCookies([zone]);
  const elsewhere = await (await page.request.get(page.url())).text();
  expect(elsewhere).toContain("</time>");
  expect(elsewhere).not.toContain(shown);

  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { timesSeen: seen });
    const look = (): void => {
      for (const { textContent } of document.querySelectorAll("main ol time")) seen.add(textContent ?? "");
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await expect(createdTime(page)).toHaveText(shown);
  const seen = await page.evaluate(() => [...(window as unknown as { timesSeen: Set<string> }).timesSeen]);
  expect(seen).toContain(shown);
  expect(seen).not.toContain("");
});
