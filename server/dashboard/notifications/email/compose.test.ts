import { expect, test } from "vitest";
import { composeInvitation, composeNotifications, composeTest } from "./compose";

const place = { language: "en", publicUrl: "https://pay.example" } as const;
const linksOf = ({ text }: { text: string }): string[] =>
  (text.match(/https:\/\/pay\.example[^\s]*/g) ?? []).map((link) => link.replace("https://pay.example", ""));

test("the links of an e-mail open pages of its account; an invitation belongs to none", () => {
  const own = { ...place, account: "shop" };
  expect(linksOf(composeNotifications([], own))).toEqual([
    "/a/shop/notifications",
    "/a/shop/account/notifications",
  ]);
  expect(linksOf(composeTest(own))).toEqual(["/a/shop/account/notifications"]);
  expect(linksOf(composeInvitation("Asha", "/invitation/x", own))).toEqual(["/invitation/x"]);
  expect(linksOf(composeTest({ ...place, account: null }))).toEqual(["/account/notifications"]);
});
