import { expect, test, type Page } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { PAGES } from "./support/pages";
import { record, search, signIn } from "./support/staff";

/** The layout shift after the first paint, as browsers measure it, until the page is stable. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: "networkidle" });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ("value" in entry) sum += Number(entry.value);
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
}

/** A ticking line below its heading counts a few hundred-thousandths. */
test("nothing that was painted moves", async ({ page }) => {
  const payment = await createPaidPayment("18.00");
  await signIn(page, "admin");
  await page.goto("/payments", { waitUntil: "networkidle" });
  for (const path of [...PAGES, `/payments/${payment.transaction_id}`])
    expect(await shiftOf(page, path), path).toBeCloseTo(0, 3);
});

/** A payment's first time, as the browser formats it, once the server knows its zone. */
async function timeOf(page: Page, transactionId: string): Promise<string> {
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === "time_zone")?.value)
    .toBe("Asia/Kolkata");
  const time = record(page, transactionId).locator("time").first();
  await expect(time).not.toContainText("UTC");
  return time.innerText();
}

test.describe("in India", () => {
  test.use({ timezoneId: "Asia/Kolkata" });

  test("the first paint tells times of the viewer's own zone, and ages", async ({ page }) => {
    const payment = await createPaidPayment("19.00");
    await signIn(page, "support");
    await search(page, payment.merchant_transaction_id);
    const shown = await timeOf(page, payment.transaction_id);
    const found = page.url();
    const html = await (await page.request.get(found)).text();
    expect(html).toContain(shown);
    expect(html).toMatch(/\d+ (s|min) ago/);
  });

  test("a time that was rendered in another zone becomes the browser's own, and is never blank meanwhile", async ({
    page,
  }) => {
    const payment = await createPaidPayment("20.00");
    await signIn(page, "support");
    await search(page, payment.merchant_transaction_id);
    const shown = await timeOf(page, payment.transaction_id);
    // The zone before travel.
    const zone = { name: "time_zone", value: "America/New_York", url: new URL("/", page.url()).href };
    await page.context().addCookies([zone]);
    const html = await (await page.request.get(page.url())).text();
    expect(html).toContain("</time>");
    expect(html).not.toContain(shown);

    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { timesSeen: seen });
      const look = (): void => {
        for (const { textContent } of document.querySelectorAll("article time")) seen.add(textContent ?? "");
        requestAnimationFrame(look);
      };
      look();
    });
    await page.reload();
    await expect(record(page, payment.transaction_id).locator("time").first()).toHaveText(shown);
    const seen = await page.evaluate(() => [...(window as unknown as { timesSeen: Set<string> }).timesSeen]);
    expect(seen).toContain(shown);
    expect(seen).not.toContain("");
  });
});
