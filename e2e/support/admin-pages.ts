import { type Browser, expect } from "@playwright/test";
import { newPerson } from "./staff";

/** A page of admins, opened by somebody else: told in words, with nothing of it shown. */
export async function expectForbidden(browser: Browser, path: string): Promise<void> {
  const finance = await newPerson(browser, "finance");
  await finance.goto(path);
  await expect(finance.getByText("Your role does not allow this")).toBeVisible();
  await finance.context().close();
}
