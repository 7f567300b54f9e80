import { expect, type Page, test } from "@playwright/test";
import { invitedPerson } from "./support/invited";
import { createPaidPayment } from "./support/merchant";

const table = (page: Page) => page.getByRole("table", { name: "Payments, newest first" });
/** Those with a text: the column of checkboxes has none. */
const headings = async (page: Page): Promise<string[]> =>
  (await table(page).getByRole("columnheader").allInnerTexts()).filter((text) => text !== "");
const DEFAULT = ["Reference", "Created", "Customer", "Status", "Method · gateway", "Amount"];

async function openColumns(page: Page): Promise<void> {
  await page.getByText("Columns", { exact: true }).click();
  await expect(page.getByRole("list", { name: "Columns in their order" })).toBeVisible();
}

/** The headings in the HTML of the first response, before any script ran. */
async function firstPaint(page: Page): Promise<string> {
  const html = await (await page.request.get("/payments")).text();
  return html.slice(html.indexOf("<thead"), html.indexOf("</thead")).replace(/<[^>]+>/g, "|");
}

test("columns are chosen, moved and resized by keyboard, and are the person's own in every browser", async ({
  browser,
}) => {
  await createPaidPayment("15.00");
  const { page, email, password } = await invitedPerson(browser, "support");
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto("/payments");
  expect(await headings(page)).toEqual(DEFAULT);

  await openColumns(page);
  await page.getByRole("checkbox", { name: "Customer", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "udf1", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox", { name: "Reference", exact: true })).toBeDisabled();
  const up = page.getByRole("button", { name: "Move Amount up" });
  await up.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("Enter");
  await expect(up).toBeFocused();
  await expect(page.getByText(/^Amount is now number 2 of/)).toBeVisible();
  const slider = page.getByRole("slider", { name: "Width of Status" });
  await slider.focus();
  await page.keyboard.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", "640 px");
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.getByRole("button", { name: "Apply" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Columns saved.")).toBeVisible();
  const chosen = ["Reference", "Amount", "Created", "Status", "Method · gateway", "udf1"];
  await expect.poll(() => headings(page)).toEqual(chosen);
  const status = table(page).getByRole("columnheader", { name: "Status" });
  expect((await status.boundingBox())?.width).toBeCloseTo(640, -1);

  // No flash: the first response has them.
  const html = await firstPaint(page);
  expect(html.indexOf("Amount")).toBeLessThan(html.indexOf("Status"));
  expect(html).toContain("udf1");
  expect(html).not.toContain("Customer");

  const other = await (await browser.newContext({ viewport: { width: 1920, height: 900 } })).newPage();
  await other.goto("/login");
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password").fill(password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(table(other)).toBeVisible();
  await expect.poll(() => headings(other)).toEqual(chosen);

  // On a phone the list stays as it is.
  await other.setViewportSize({ width: 375, height: 800 });
  await other.reload();
  await expect.poll(() => headings(other)).toEqual(["Reference", "Amount"]);
  await expect(other.getByText("Columns", { exact: true })).toBeHidden();
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await other.context().close();

  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect(page.getByText("Default columns restored.")).toBeVisible();
  await expect.poll(() => headings(page)).toEqual(DEFAULT);
  await page.context().close();
});

test("the edge of a heading is dragged, and the width stays after a reload", async ({ browser }) => {
  await createPaidPayment("15.00");
  const { page } = await invitedPerson(browser, "finance");
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto("/payments");
  const status = table(page).getByRole("columnheader", { name: "Status" });
  const before = (await status.boundingBox())?.width ?? 0;
  const edge = status.locator("[data-resizes]");
  // The page sends other actions too.
  const saved = page.waitForResponse((response) =>
    (response.request().postData() ?? "").includes('"change":"width"'),
  );
  await edge.hover();
  await page.waitForLoadState("networkidle");
  await page.mouse.down();
  const at = await edge.boundingBox();
  if (at === null) throw new Error("no edge");
  await page.waitForTimeout(500);
  await page.mouse.move(at.x + 64, at.y + 4, { steps: 8 });
  await page.mouse.up();
  await saved;
  const widthOf = async () => (await status.boundingBox())?.width ?? 0;
  // The list is drawn again once the width is saved: a heading that is just being replaced has no width.
  let dragged = 0;
  await expect.poll(async () => (dragged = await widthOf())).toBeGreaterThan(before + 50);
  await page.reload();
  await expect.poll(widthOf).toBeCloseTo(dragged, 0);
  await page.context().close();
});

test("the list of refunds has columns of its own", async ({ browser }) => {
  const { page } = await invitedPerson(browser, "support");
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto("/refunds");
  await openColumns(page);
  await page.getByRole("checkbox", { name: "Payment", exact: true }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Columns saved.")).toBeVisible();
  await page.reload();
  await openColumns(page);
  await expect(page.getByRole("checkbox", { name: "Payment", exact: true })).toBeChecked();
  await page.goto("/payments");
  expect(await headings(page)).toEqual(DEFAULT);
  await page.context().close();
});
