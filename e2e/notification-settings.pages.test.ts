import { expect, test } from "vitest";
import { openAs, words } from "./support/page-over-http";

test("without a mail server the settings say that nothing is sent by e-mail, and offer none", async () => {
  const page = await openAs("ops", "/account/notifications");
  expect(page.text).toContain("Email is not set up here");
  expect(page.text).toContain("Nothing is sent by email: no notifications, no invitations.");
  page.getByRole("button", { name: "Save settings" });
  expect(page.queryByRole("button", { name: "Send test email" })).toBeNull();
  expect(page.queryByRole("checkbox", { name: /: Email$/ })).toBeNull();
});

test("what tells of a stranger cannot be turned off: a sign-in from a new device, and where the money goes", async () => {
  const page = await openAs("admin", "/account/notifications");
  for (const [event, always] of [
    ["A sign-in from a new device", "Always on, also in quiet hours"],
    ["Where the money of payments goes changes", "Always on"],
  ] as const) {
    const choice = page.getByRole<HTMLInputElement>("checkbox", { name: `${event}: In Paydeck` });
    expect([choice.checked, choice.disabled]).toEqual([true, true]);
    expect(words(page.getByRole("rowheader", { name: new RegExp(`^${event}`) }))).toContain(always);
  }
});
