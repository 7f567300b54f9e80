import { type Browser, expect } from "@playwright/test";
import { newSession, type StaffRole } from "./staff";

/** A page opened by a role that may not open it: shows the refusal and none of the content. */
export async function expectForbidden(
  browser: Browser,
  path: string,
  role: StaffRole = "finance",
): Promise<void> {
  const page = await newSession(browser, role);
  await page.goto(path);
  await expect(page.getByText("Your role does not allow this")).toBeVisible();
  await page.context().close();
}
