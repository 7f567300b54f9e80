import { expect, test } from "vitest";
import { openAs } from "./support/page-over-http";

test("without a mail server the settings say that nothing is sent by e-mail, and offer none", async () => {
  const page = await openAs("ops", "/account/notifications");
  expect(page.text).toContain("Email is not set up here");
  expect(page.text).toContain("Nothing is sent by email: no notifications, no invitations.");
  page.getByRole("button", { name: "Save settings" });
  expect(page.queryByRole("button", { name: "Send test email" })).toBeNull();
  expect(page.queryByRole("checkbox", { name: /: Email$/ })).toBeNull();
});
