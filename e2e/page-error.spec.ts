import { expect, type Page, type Request, test } from "@playwright/test";
import { Staff } from "./support/direct";
import { startSession } from "./support/staff";

const staff = new Staff();
test.afterAll(() => staff.db.end());

/** Makes a table unavailable for a while: whatever reads it fails. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await staff.db.query(`alter table ${table} rename to ${table}_away`);
  try {
    await work();
  } finally {
    await staff.db.query(`alter table ${table}_away rename to ${table}`);
  }
}

/** Next.js gives up a page as soon as it has failed, so its request may end either way. */
function endOfRequest(page: Page, path: string): Promise<void> {
  return new Promise((resolve) => {
    const hear = (request: Request): void => {
      if (request.url().includes(path)) resolve();
    };
    page.on("requestfinished", hear);
    page.on("requestfailed", hear);
  });
}

test("a page that cannot be read is shown within the frame, which leads elsewhere, and is tried again in its place; so is a frame that fails", async ({
  page,
}) => {
  await startSession(page, "admin");
  const failed = page.getByRole("heading", { name: "This page could not be shown" });
  const tryAgain = page.getByRole("button", { name: "Try again" });
  const menu = page.getByRole("navigation", { name: "Main" }).first();
  await without("approval_rules", async () => {
    await test.step("with a code", async () => {
      await page.goto("/approvals/rules");
      await expect(failed).toBeVisible();
      await expect(page.getByRole("main").getByRole("alert")).toContainText(/log: \d+/);
      await expect(menu).toBeVisible();
      const asked = endOfRequest(page, "/approvals/rules");
      await tryAgain.click();
      await asked;
      await expect(failed).toBeVisible();
    });
    await test.step("the frame leads to a page that does not fail, and a link back fails there", async () => {
      await menu.getByRole("link", { name: "Payments" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
      await expect(failed).toBeHidden();
      await page.goto("/approvals");
      await page.getByRole("link", { name: "Thresholds" }).click();
      await expect(failed).toBeVisible();
    });
  });
  await tryAgain.click();
  await expect(page.getByRole("button", { name: "Set threshold" })).toBeVisible();

  await without("notifications", async () => {
    await page.goto("/payments");
    await expect(failed).toBeVisible();
  });
  await tryAgain.click();
  await expect(page.getByLabel("Merchant reference")).toBeVisible();
});
