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

test("a page that cannot be read is shown within the frame, with a code, and is tried again in its place", async ({
  page,
}) => {
  await startSession(page, "admin");
  await without("approval_rules", async () => {
    await page.goto("/approvals/rules");
    await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(/log: \d+/);
    await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
    const asked = endOfRequest(page, "/approvals/rules");
    await page.getByRole("button", { name: "Try again" }).click();
    await asked;
    await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Set threshold" })).toBeVisible();
});

test("from a page that failed, the frame leads to one that does not, and a link to it fails there", async ({
  page,
}) => {
  await startSession(page, "admin");
  await page.goto("/approvals");
  await without("approval_rules", async () => {
    await page.getByRole("link", { name: "Thresholds" }).click();
    await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
    await page
      .getByRole("navigation", { name: "Main" })
      .first()
      .getByRole("link", { name: "Payments" })
      .click();
    await expect(page.getByLabel("Merchant reference")).toBeVisible();
    await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeHidden();
  });
});

test("where the frame itself fails, the page says so, and trying again opens a whole new one", async ({
  page,
}) => {
  await startSession(page, "admin");
  await without("notifications", async () => {
    await page.goto("/payments");
    await expect(page.getByRole("heading", { name: "This page could not be shown" })).toBeVisible();
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Merchant reference")).toBeVisible();
});
