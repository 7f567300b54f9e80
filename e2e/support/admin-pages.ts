import { type Browser, expect } from "@playwright/test";
import { newSession } from "./staff";

/** An admin page opened by another role: shows the refusal and none of the content. */
export async function expectForbidden(browser: Browser, path: string): Promise<void> {
  const finance = await newSession(browser, "finance");
  await finance.goto(path);
  await expect(finance.getByText("Your role does not allow this")).toBeVisible();
  await finance.context().close();
}
