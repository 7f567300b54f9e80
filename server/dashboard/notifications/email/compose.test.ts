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

test("an account out of use is said to leave the money to the payment service's account, where it has one (0315)", () => {
  const at = { ...place, account: null };
  const detail = {
    gateway: "stripe",
    account: 2,
    hint: "…6666",
    change: "retired",
    by: "Asha",
    key: null,
  } as const;
  const textOf = (more: { toService?: boolean }): string =>
    composeNotifications([{ event: "gateway_account_changed", detail: { ...detail, ...more } }], at).text;
  const where = "their money goes to the account of the payment service";
  expect(textOf({ toService: true })).toContain(where);
  expect(textOf({})).toContain("Stripe …6666 takes no new payments");
  expect(textOf({})).not.toContain(where);
});

test("where the money goes is the first of many events, and does not fill the subject with its advice (0315)", () => {
  const at = { ...place, account: null };
  const changed = {
    event: "gateway_account_changed",
    detail: {
      gateway: "stripe",
      account: 2,
      hint: "…6666",
      change: "added",
      by: null,
      key: { label: "Web shop", start: "key_Ab12Cd34" },
    },
  } as const;
  const others = Array.from(
    { length: 30 },
    () => ({ event: "gateway_closed", detail: { gateway: "razorpay" } }) as const,
  );
  const one = composeNotifications([changed], at);
  expect(one.subject).toBe("New gateway account in use");
  expect(one.text).toContain("with the API key “Web shop” (key_Ab12Cd34…)");
  expect(linksOf(one)[0]).toBe("/gateways");
  const many = composeNotifications([...others, changed], at);
  expect(many.subject).toContain("New gateway account in use");
  expect(many.text).toContain("Stripe …6666 is new, and new payments’ money goes there");
});
