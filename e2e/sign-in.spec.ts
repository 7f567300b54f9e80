import { expect, type Page, test } from "@playwright/test";
import { E2E } from "../server/checks/e2e-stack";
import { startDashboardOn } from "./support/faulty-wire";
import { createPayment, transactionStatus } from "./support/merchant";
import { newPerson, openAccountMenu, record, search, signInByForm } from "./support/staff";

test("no page opens without signing in, and signing in leads to the page that was requested", async ({
  page,
}) => {
  await page.goto("/payments?reference=ORDER%201");
  await expect(page).toHaveURL(/\/login\?/);
  await page.getByLabel("Email").fill("support@example.com");
  await page.getByLabel("Password").fill(E2E.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/payments\?reference=ORDER(\+|%20)1$/);
});

for (const address of [
  "/bulk/00000000-0000-4000-8000-000000000000?rows=failed&after=50",
  "/bulk/new?kind=lookup",
  "/audit?action=bulk_started&cursor=77",
  "/webhooks/deliveries?status=FAILED",
]) {
  test(`an ended session keeps the filter of ${address} through sign-in`, async ({ page, baseURL }) => {
    if (baseURL === undefined) throw new Error("there is no base URL");
    await page.context().addCookies([{ name: "next-auth.session-token", value: "ended", url: baseURL }]);
    await page.goto(address);
    await expect(page).toHaveURL(/\/login\?/);
    expect(new URL(page.url()).searchParams.get("from")).toBe(address);
    await page.getByLabel("Email").fill("admin@example.com");
    await page.getByLabel("Password").fill(E2E.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
  });
}

for (const [about, address] of [
  ["10 kB", `/payments?reference=${"a".repeat(10_000)}`],
  ["4 kB of signs that become three times as long", `/payments?reference=${"=".repeat(3_900)}`],
] as const) {
  test(`an address of ${about} leads to sign-in, and to the start page after it`, async ({ page }) => {
    expect((await page.goto(address))?.status()).toBe(200);
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel("Email").fill("support@example.com");
    await page.getByLabel("Password").fill(E2E.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/payments$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("the way back to a page that asked for sign-in leads to that page, once signed in", async ({ page }) => {
  await page.goto("/refunds");
  await expect(page).toHaveURL(/\/login\?/);
  await page.goto("/status");
  await signInByForm(await page.context().newPage(), "support");
  await page.goBack();
  await expect(page).toHaveURL("/refunds");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a wrong password and an unknown e-mail are shown in the same words", async ({ page }) => {
  const messages: string[] = [];
  for (const email of ["support@example.com", "nobody@example.com"]) {
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("test-wrong-password");
    await page.getByRole("button", { name: "Sign in" }).click();
    const alert = page.locator("main").getByRole("alert");
    await expect(alert).not.toBeEmpty();
    messages.push(await alert.innerText());
  }
  expect(messages[0]).toBe(messages[1]);
  await expect(page).toHaveURL(/\/login/);
});

test("signing out ends the session for every tab, and for a copy of its cookie", async ({
  page,
  browser,
}) => {
  await signInByForm(page, "support");
  const copy = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await copy.newPage();
  await other.goto("/payments");
  await expect(other).toHaveURL("/payments");
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await other.goto("/refunds");
  await expect(other).toHaveURL(/\/login/);
  expect((await copy.request.get("/api/payments?reference=x")).status()).toBe(401);
  await copy.close();
});

test("a cookie that was planted before is worth nothing after signing in", async ({ page, request }) => {
  await signInByForm(page, "support");
  const [own] = (await page.context().cookies()).filter(({ name }) => name.includes("session-token"));
  if (own === undefined) throw new Error("there is no session cookie");
  await page.context().clearCookies();

  const planted = "planted-by-somebody-else";
  await page.context().addCookies([{ ...own, value: planted }]);
  await signInByForm(page, "support");
  const values = (await page.context().cookies()).filter(({ name }) => name === own.name).map((c) => c.value);
  expect(values).toHaveLength(1);
  expect([planted, own.value]).not.toContain(values[0]);
  const asPlanted = await request.get("/api/payments?reference=x", {
    headers: { cookie: `${own.name}=${planted}` },
  });
  expect(asPlanted.status()).toBe(401);
});

test("the sign-in's own handler reads forms, and refuses what it would stumble over", async ({ request }) => {
  const answer = await request.post("/api/auth/callback/credentials", {
    headers: { origin: E2E.dashboardUrl, "content-type": "application/json" },
    data: Buffer.from("{"),
  });
  expect(answer.status()).toBe(415);
});

test("the sandbox's accounts are offered and fill the e-mail in", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: /finance@example\.com/ }).click();
  await expect(page.getByLabel("Email")).toHaveValue("finance@example.com");
});

test("a cookie that is gone in the middle of an action is shown as signed out, and nothing was sent", async ({
  browser,
}) => {
  const payment = await createPayment("21.00");
  const ops = await newPerson(browser, "ops");
  await search(ops, payment.merchant_transaction_id);
  await record(ops, payment.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
  await ops.context().clearCookies();
  const dialog = ops.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(dialog.getByText("You have been signed out")).toBeVisible();
  expect((await transactionStatus(payment.merchant_transaction_id))[0]?.transaction_status).toBe("INITIATED");
  await ops.context().close();
});

test("after a sign-in in the middle of a form, the same person has what they typed, and nobody else", async ({
  browser,
}) => {
  const signInAs = async (page: Page, email: string): Promise<void> => {
    await page.getByRole("link", { name: "Sign in again" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(E2E.password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  const page = await browser.newPage();
  await signInByForm(page, "finance");
  const rows = page.getByLabel("Or paste rows");
  for (const [email, expected] of [
    ["finance@example.com", "ORDER-1,1.00"],
    ["admin@example.com", ""],
  ] as const) {
    await page.goto("/bulk/new?kind=refund");
    await rows.fill("ORDER-1,1.00");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Check rows" }).click();
    await expect(page.getByText("You have been signed out")).toBeVisible();
    await signInAs(page, email);
    await expect(page).toHaveURL(/\/bulk\/new\?kind=refund$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (expected === "") await page.waitForTimeout(1_000);
    await expect(rows).toHaveValue(expected);
  }
  await page.close();
});

test("signing in works without any script", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/refunds");
  await expect(page).toHaveURL(/\/login\?/);
  await page.getByLabel("Email").fill("support@example.com");
  await page.getByLabel("Password").fill("test-wrong-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Incorrect email or password")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("support@example.com");
  await page.getByLabel("Password").fill(E2E.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/refunds$/);
  await context.close();
});

test("an empty field is shown at the field, and nothing else of the form is lost", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("support@example.com");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("support@example.com");
  await expect(page.getByLabel("Password")).toBeFocused();
});

test("a locked e-mail says so, with how long it lasts, whether anybody has it or not", async ({ page }) => {
  const email = `nobody.${Date.now()}@example.com`;
  await page.goto("/login");
  for (let attempt = 1; attempt <= 11; attempt += 1) {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("test-wrong-password");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Sign in" }).click();
    await answered;
    await expect(page.getByLabel("Password")).toHaveValue("");
  }
  await expect(page.getByText("Too many attempts")).toBeVisible();
  await expect(page.getByText(/locked for 15 more minutes/)).toBeVisible();
});

for (const from of ["//evil.example/x", "/日本", "/%E2%80%8B", "/.//evil.example/a"]) {
  test(`after signing in from ${from} somebody is on the payments page, also when signed in already`, async ({
    page,
  }) => {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await page.getByLabel("Email").fill("support@example.com");
    await page.getByLabel("Password").fill(E2E.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/payments");
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await expect(page).toHaveURL("/payments");
  });
}

test("a page with characters beyond ASCII is returned to after signing in", async ({ page }) => {
  await page.goto("/payments?reference=日本");
  await page.getByLabel("Email").fill("support@example.com");
  await page.getByLabel("Password").fill(E2E.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`/payments?reference=${encodeURIComponent("日本")}`);
});

test("a flood of sign-ins is refused with a time to come back, and the form says so", async ({
  page,
  request,
}) => {
  // Its own dashboard: other tests sign in meanwhile.
  const dashboard = await startDashboardOn(E2E.routingUrl);
  const send = () =>
    request.post(`${dashboard.url}/api/auth/callback/credentials`, {
      headers: { origin: dashboard.url },
      form: { email: "nobody@example.com" },
    });
  const enter = async (password: string = E2E.password): Promise<void> => {
    await page.getByLabel("Email").fill("support@example.com");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  try {
    await page.goto(`${dashboard.url}/login?from=%2Frefunds`);
    const answers = await Promise.all(Array.from({ length: 60 }, send));
    const refused = answers.find((answer) => answer.status() === 429);
    expect(Number(refused?.headers()["retry-after"])).toBeGreaterThan(0);
    let isFlooding = true;
    const flood = Promise.all(
      Array.from({ length: 10 }, async () => {
        while (isFlooding) await send();
      }),
    );
    // A wrong password, so that an attempt that gets through does not sign in.
    await expect(async () => {
      await enter("test-wrong-password");
      await expect(page.getByText("Too many sign-ins at once")).toBeVisible({ timeout: 3_000 });
    }).toPass();
    isFlooding = false;
    await flood;
    // After the wait, sign-in works and leads to the requested page.
    const requested = `${dashboard.url}/refunds`;
    await expect(async () => {
      // A sign-in that took longer than the step before has led there meanwhile.
      if (page.url() !== requested) await enter();
      await expect(page).toHaveURL(requested, { timeout: 30_000 });
    }).toPass();
  } finally {
    await dashboard.stop();
  }
});

test("a network whose tries keep failing is refused for a while, in words and by the status", async ({
  page,
}) => {
  const dashboard = await startDashboardOn(E2E.routingUrl, { SIGN_IN_FAILURES_PER_NETWORK: "2" });
  try {
    await page.goto(`${dashboard.url}/login`);
    const statuses: number[] = [];
    for (const name of ["one", "two", "three"]) {
      await page.getByLabel("Email").fill(`${name}@example.com`);
      await page.getByLabel("Password").fill("test-wrong-password");
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: "Sign in" }).click();
      statuses.push((await answered).status());
      await expect(page.getByLabel("Password")).toHaveValue("");
    }
    expect(statuses).toEqual([200, 200, 429]);
    await expect(page.getByText(/Sign-in from your network is paused for 15 more minutes/)).toBeVisible();
  } finally {
    await dashboard.stop();
  }
});

test("a session that has ended leads to the sign-in page by a real redirect", async ({ page, browser }) => {
  await signInByForm(page, "support");
  const copy = await browser.newContext({
    storageState: await page.context().storageState(),
    javaScriptEnabled: false,
  });
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/login/);
  const answer = await copy.request.get("/refunds", { maxRedirects: 0 });
  expect(answer.status()).toBe(307);
  expect(answer.headers().location).toContain("/login");
  await copy.close();
});
