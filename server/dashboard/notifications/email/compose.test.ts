import { describe, expect, test } from "vitest";
import { composeInvitation, composeNotifications, composeTest } from "./compose";

const place = { language: "en", publicUrl: "https://pay.example", accountName: null } as const;
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

test("a first role in an account, a changed one and a used recovery code are each named", () => {
  const at = { ...place, account: "shop" };
  const role = (from: string) =>
    composeNotifications([{ event: "role_changed", detail: { from, to: "ops", by: "Asha" } }], at);
  expect(role("").subject).toBe("You have a role in this account now: Ops · Asha");
  expect(role("finance").subject).toBe("Your role changed: Finance → Ops · Asha");
  const detail = { change: "recovery_code_used", at: "2026-11-27T10:00:00.000Z", by: null } as const;
  expect(composeNotifications([{ event: "sign_in_changed", detail }], at).subject).toContain(
    "A recovery code was used to sign in",
  );
});

test("a right-to-left name does not reorder the message, and its subject has no invisible signs", () => {
  const detail = { from: "finance", to: "ops", by: "محمد 2" } as const;
  const { subject, text, html } = composeNotifications([{ event: "role_changed", detail }], {
    ...place,
    account: null,
  });
  for (const body of [text, html]) expect(body).toContain("\u2068محمد 2\u2069");
  expect(subject).toBe("Your role changed: Finance → Ops · محمد 2");
});

test("where the money goes does not fill the subject with its advice (0315)", () => {
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
  const one = composeNotifications([changed], at);
  expect(one.subject).toBe("New gateway account in use");
  expect(one.text).toContain("with the API key “Web shop” (key_Ab12Cd34…)");
  expect(one.text).toContain("Stripe …6666 is new, and new payments’ money goes there");
  expect(linksOf(one)[0]).toBe("/gateways?tab=accounts");
});

const requested = (reference: string) =>
  ({
    event: "refund_request_waiting",
    detail: {
      requestId: "5f0f4a76-2c34-4a2b-9a57-6d1f8b6c0002",
      reference,
      transactionId: "TXN202611210001",
      amount: "25.00",
      currency: "INR",
      requestedBy: "Asha",
    },
  }) as const;
const device = {
  event: "new_device",
  detail: { browser: "Firefox", system: "Linux", at: "2026-11-20T09:00:00.000Z" },
} as const;

const passwordChanged = {
  event: "sign_in_changed",
  detail: { change: "password", at: "2026-11-20T09:00:00.000Z", by: null },
} as const;

describe("where there are several accounts", () => {
  const shop = { ...place, account: "shop", accountName: "Shop" };

  test("a message says which one it is about: in its subject, at its top and in its foot", () => {
    const one = composeNotifications([requested("ORD-1")], shop);
    expect(one.subject).toBe("[Shop] Refund requested: ₹25.00 for ORD-1 · Asha");
    expect(one.text).toMatch(/-- \nMerchant account: Shop\nYou get this email/);
    expect(one.html).toContain("Paydeck · <bdi>Shop</bdi>");
    expect(one.html).toContain("Merchant account: Shop");
    const many = composeNotifications([requested("ORD-1"), requested("ORD-2")], shop);
    expect(many.subject).toBe("[Shop] 2 notifications: Refund requested");
    expect(many.text).toContain("Merchant account: Shop");
    const hindi = composeNotifications([requested("ORD-1")], { ...shop, language: "hi" });
    expect(hindi.subject).toMatch(/^\[Shop\] रिफ़ंड का अनुरोध/);
    expect(hindi.text).toContain("मर्चेंट खाता: Shop");
    expect(composeTest(shop).subject).toBe("[Shop] Paydeck can send you email");
  });

  test("with one account, in an invitation, and of a person's own sign-in, none is named", () => {
    expect(composeNotifications([requested("ORD-1")], { ...place, account: null }).subject).toBe(
      "Refund requested: ₹25.00 for ORD-1 · Asha",
    );
    expect(
      JSON.stringify(composeNotifications([requested("ORD-1")], { ...place, account: null })),
    ).not.toContain("account:");
    expect(JSON.stringify(composeInvitation("Asha", "/invitation/x", shop))).not.toContain("Shop");
    expect(composeNotifications([device], shop).subject).toMatch(/^Sign-in from a new device/);
    expect(composeNotifications([device, passwordChanged], shop).subject).toMatch(
      /^2 notifications: Sign-in/,
    );
    expect(composeNotifications([device, requested("ORD-1")], shop).subject).toMatch(/^\[Shop\] /);
  });

  test("its name is a text of people: one line in the subject, not too long, and escaped in the HTML", () => {
    const named = (accountName: string) =>
      composeNotifications([requested("ORD-1")], { ...shop, accountName });
    const odd = named("Shop]\r\nBcc: x@example.com\u2028\u202e [<b>Other</b>");
    expect(odd.subject).toBe(
      "[Shop) Bcc: x@example.com (<b>Other</b>] Refund requested: ₹25.00 for ORD-1 · Asha",
    );
    expect(odd.html).not.toContain("<b>");
    expect(odd.html).toContain("&lt;b&gt;Other&lt;/b&gt;");
    const [north, south] = ["North", "South"].map((end) => named(`${"A very long name ".repeat(4)}${end}`));
    expect(north?.subject).toBe(
      "[A very long name A very lo…ng name North] Refund requested: ₹25.00 for ORD-1 · Asha",
    );
    expect(south?.subject).not.toBe(north?.subject);
    expect(north?.text).toContain(`Merchant account: ${"A very long name ".repeat(4)}North`);
  });
});

test("each entry of a message of several has the link to its own page; a message of one has its button", () => {
  const own = { ...place, account: "shop" };
  const other = { event: "gateway_closed", detail: { gateway: "razorpay" } } as const;
  const many = composeNotifications([requested("ORD-1"), other], own);
  expect(linksOf(many).slice(0, 3)).toEqual([
    "/a/shop/requests/5f0f4a76-2c34-4a2b-9a57-6d1f8b6c0002",
    "/a/shop/gateways",
    "/a/shop/notifications",
  ]);
  expect(many.html).toContain('href="https://pay.example/a/shop/gateways"');
  expect(linksOf(composeNotifications([other], own))).toEqual([
    "/a/shop/gateways",
    "/a/shop/account/notifications",
  ]);
});

test("a sign-in from a new device is told with its time in the reader's zone, and leads to the account (0327)", () => {
  const fact = {
    event: "new_device",
    detail: { browser: "Firefox", system: "Linux", at: "2026-11-21T20:32:00.000Z" },
  } as const;
  const place = { publicUrl: "https://pay.example", account: "shop", accountName: null };
  const english = composeNotifications([fact], { ...place, language: "en" }, "Asia/Kolkata");
  expect(english.text).toContain("Firefox on Linux, 22 Nov 2026, 02:02 GMT+5:30");
  expect(english.text).toContain("change your password");
  expect(linksOf(english)[0]).toBe("/a/shop/account");
  const hindi = composeNotifications([fact], { ...place, language: "hi" }, "Europe/Berlin");
  expect(hindi.text).toMatch(/Linux पर Firefox, 21 नव.* 2026, 21:32/);
});

test("a change of a person's sign-in says what, when, who, and what to do when they did not expect it (0327)", () => {
  const at = { ...place, account: "shop" };
  const ofOwn = composeNotifications([passwordChanged], at);
  expect(ofOwn.text).toContain("Your password was changed");
  expect(ofOwn.text).toContain("20 Nov 2026, 09:00 UTC. If you did not expect this, ask an admin");
  expect(linksOf(ofOwn)[0]).toBe("/a/shop/account");
  const reset = { ...passwordChanged.detail, change: "factor_reset", by: "Asha" } as const;
  const ofAdmin = composeNotifications([{ event: "sign_in_changed", detail: reset }], at);
  expect(ofAdmin.text).toContain("20 Nov 2026, 09:00 UTC · Asha. If you did not");
  const locked = { event: "codes_locked", detail: { at: reset.at } } as const;
  expect(composeNotifications([locked], { ...at, language: "hi" }).text).toMatch(/20 नव.*UTC। जिसने/);
});
