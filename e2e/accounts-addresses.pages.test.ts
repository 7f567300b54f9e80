import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { actionNamed, call, callAction, returned } from "./support/direct";
import { cookieOf, openAs, openPage, type PageOverHttp, submitForm } from "./support/page-over-http";
import { PAGES } from "./support/pages";
import { addAccount, closeAccount, type SecondAccount } from "./support/second-account";
import { isStray } from "./support/stray-addresses";

const SLUG = `shop-${randomUUID().slice(0, 8)}`;
const IN = `/a/${SLUG}`;

let account: SecondAccount;
// Nobody of ops belongs to it.
beforeAll(async () => {
  account = await addAccount(SLUG, ["admin", "finance", "support"]);
});
afterAll(() => closeAccount(SLUG));

/** Where the page leads to outside its account; the switch is meant to lead to other accounts. */
function strayAddresses({ document }: PageOverHttp, path: string): string[] {
  const links = [...document.querySelectorAll("a[href]")].filter(
    (link) => link.closest("#account-switcher") === null,
  );
  const forms = [...document.querySelectorAll("form[action], button[formaction]")];
  return [
    ...links.map((link) => link.getAttribute("href") ?? ""),
    ...forms.map((form) => form.getAttribute("action") ?? form.getAttribute("formaction") ?? ""),
  ].filter(
    (address) =>
      // An action of React, or an address relative to the page.
      !/^(javascript:|$|[?#])/.test(address) &&
      isStray(new URL(address, `${E2E.dashboardUrl}${path}`).href, IN),
  );
}

test("without scripts every link and form of a page stays in its account, and so does its search", async () => {
  const reference = `ORDER-${randomUUID()}`;
  await account.client.initiatePayment({
    merchant_transaction_id: reference,
    transaction_amount: "21.00",
    customer_details: { customer_email: "customer@example.com", customer_phone: "9876543210" },
  });
  // The pages over all accounts are of none: behind a prefix they exist nowhere.
  const ofAccounts = PAGES.filter((path) => !path.startsWith("/all-accounts"));
  for (const path of [
    ...ofAccounts,
    `/payments?reference=${reference}`,
    "/payments?reference=NO-SUCH-ORDER",
    "/payments/find/nowhere",
  ]) {
    const page = await openAs("admin", `${IN}${path}`);
    expect([path, page.status]).toEqual([path, path.endsWith("nowhere") ? 404 : 200]);
    expect(page.path.startsWith(`${IN}/`), path).toBe(true);
    expect(strayAddresses(page, page.path), path).toEqual([]);
  }
  const list = await openAs("admin", `${IN}/payments`);
  const form = list.getByLabelText(/^Merchant reference/).closest("form");
  if (form === null) throw new Error("there is no form");
  const { location } = await submitForm(list, form, { reference }, { cookie: await cookieOf("admin") });
  expect(location).toMatch(new RegExp(`^${IN}/payments[/?]`));
  expect((await openAs("admin", location ?? "")).text).toContain(reference);
});

test("signed out, a page or a file of the account leads to the sign-in, which leads back into the account", async () => {
  for (const [asked, back] of [
    [`${IN}/payments/TXN1`, `${IN}/payments/TXN1`],
    [IN, `${IN}/payments`],
  ] as const) {
    const login = await openPage(asked);
    expect(login.path).toBe(`/login?from=${encodeURIComponent(back)}`);
    const form = login.getByLabelText("Password").closest("form");
    if (form === null) throw new Error("there is no form");
    const given = { email: "support@example.com", password: E2E.password };
    const { location, cookie } = await submitForm(login, form, given);
    expect((await openPage(location ?? "", { cookie })).path).toBe(back);
  }
  const { location } = await call(`${IN}/api/export/refunds?format=csv`, { headers: { cookie: "none=1" } });
  expect(location).toBe(`/login?from=${encodeURIComponent(`${IN}/refunds`)}`);
  const own = await openPage("/a/main/payments?reference=ORDER-1", { cookie: await cookieOf("admin") });
  expect(own.path).toBe("/payments?reference=ORDER-1");
});

test("whatever a client says of its account, the address counts", async () => {
  const created = await account.client.initiatePayment({
    merchant_transaction_id: `ORDER-${randomUUID()}`,
    transaction_amount: "21.00",
    customer_details: { customer_email: "customer@example.com", customer_phone: "9876543210" },
  });
  if (created.kind !== "answered" || !created.value.success) throw new Error(JSON.stringify(created));
  const { transaction_id: id, merchant_transaction_id: reference } = created.value;
  const cookie = await cookieOf("admin");
  const elsewhere = await call(`/api/payments/${id}`, { headers: { cookie, "x-paydeck-account": SLUG } });
  expect(elsewhere.text).not.toContain(reference);
  expect((await call(`${IN}/api/payments/${id}`, { headers: { cookie } })).text).toContain(reference);
});

test("nothing but a page or a handler of an account exists behind the prefix", async () => {
  const cookie = await cookieOf("admin");
  for (const path of [
    "/a",
    "/a/",
    `/A/${SLUG}/payments`,
    `/a/${SLUG.toUpperCase()}/payments`,
    `/a/${SLUG.replace("o", "%6f")}/payments`,
    `/a/${SLUG}%2Fpayments`,
    `${IN}${IN}/payments`,
    `${IN}/login`,
    `${IN}/status`,
    `${IN}/healthz`,
    `${IN}/metrics`,
    `${IN}/invitation/x`,
    `${IN}/api/auth/session`,
    `${IN}/_next/static/chunks/main.js`,
    `${IN}/_next/data/x/payments.json`,
    `${IN}/favicon.ico`,
    `${IN}/nowhere`,
  ])
    expect((await call(path, { headers: { cookie }, redirect: "follow" })).status, path).toBe(404);
  // Next.js writes an address with one slash each, and keeps the account that it names then.
  for (const [path, single] of [
    [`${IN}/payments//TXN1`, `${IN}/payments/TXN1`],
    [`/a//${SLUG}/payments`, `${IN}/payments`],
  ] as const) {
    const doubled = await call(path, { headers: { cookie } });
    expect([doubled.status, doubled.location]).toEqual([308, single]);
  }
  for (const path of [`${IN}/login`, `${IN}/api/auth/callback/credentials`]) {
    const response = await call(path, {
      method: "POST",
      headers: { cookie, origin: E2E.dashboardUrl },
      body: new URLSearchParams(),
    });
    expect([path, response.status < 500, response.headers.get("set-cookie")]).toEqual([path, true, null]);
  }
});

test("an account that does not exist, or that a person does not belong to, is not found", async () => {
  const cookie = await cookieOf("ops");
  for (const prefix of [IN, "/a/nobody"]) {
    for (const path of [
      "",
      "/payments",
      "/overview",
      "/api/notifications/unread",
      "/api/export/payments?format=csv",
    ]) {
      const response = await call(`${prefix}${path}`, { headers: { cookie }, redirect: "follow" });
      expect(response.status, `${prefix}${path}`).toBe(404);
      expect(response.text).not.toContain(`Account ${SLUG}`);
    }
  }
  const save = actionNamed("saveViewAction");
  for (const page of [`${IN}/payments`, `${IN}/refunds`]) {
    const form = { list: "payments", name: "Mine", query: "status=SUCCESS" };
    expect(returned(await callAction({ ...save, page }, cookie, { form })), page).not.toContain('"done"');
  }
});

test("an action of another page, which Next.js sends on without the prefix, acts on the account of its address", async () => {
  const name = `View ${randomUUID().slice(0, 8)}`;
  const save = { ...actionNamed("saveViewAction"), page: `${IN}/audit` };
  const response = await callAction(save, await cookieOf("admin"), {
    form: { list: "payments", name, query: "status=SUCCESS" },
  });
  expect(returned(response)).toContain('"done"');
  expect((await openAs("admin", `${IN}/payments`)).getAllByText(name)).toHaveLength(1);
  expect((await openAs("admin", "/payments")).queryByText(name)).toBeNull();
});
