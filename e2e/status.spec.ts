import { expect, test } from "@playwright/test";
import { expectCleanEverywhere, expectCleanInHindi } from "./support/accessible";
import { expectTouchTargets } from "./support/touch-targets";

test("the status page is clean for axe, in both themes, sizes and languages", async ({ page }) => {
  await page.goto("/status");
  await expectCleanEverywhere(page, "status");
  await expectCleanInHindi(page, "status");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("every control of the status page and of sign-in can be hit by a finger", async ({ page }) => {
    for (const path of ["/status", "/login"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectTouchTargets(page, path);
    }
  });
});
