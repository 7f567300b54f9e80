import { expect, type Page, test } from "@playwright/test";
import { HYDRATED_EVENT } from "../components/early-input/hydrated-event";
import { queueEarlyInput } from "../components/early-input/queue-early-input";
import { createPaidPayment, createPayment } from "./support/merchant";
import { waitForShortcuts } from "./support/palette";
import { openAccountMenu, record, startSession } from "./support/staff";

/** A phone with slow scripts: the page is painted, and not hydrated until `arrive` is called. */
async function withLateScripts(page: Page): Promise<{ arrive: () => void }> {
  let arrive = (): void => undefined;
  const gate = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/_next/static/**", async (route) => {
    if (route.request().resourceType() === "script") await gate;
    await route.continue();
  });
  return { arrive: () => arrive() };
}

test("a button that is pressed before the scripts have come is answered when they have, and once", async ({
  page,
}) => {
  const payment = await createPaidPayment("61.00");
  await startSession(page, "finance");
  const scripts = await withLateScripts(page);
  await page.goto(`/payments?reference=${payment.merchant_transaction_id}`, { waitUntil: "commit" });
  const refund = record(page, payment.transaction_id).getByRole("button", { name: "Refund" });
  await refund.click();
  await refund.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  scripts.arrive();
  await expect(page.getByRole("dialog").getByText("Remaining balance")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
});

test("what was typed and sent before the scripts have come is sent as it was typed", async ({ page }) => {
  const payment = await createPaidPayment("62.00");
  await startSession(page, "finance");
  const scripts = await withLateScripts(page);
  await page.goto("/bulk/new", { waitUntil: "commit" });
  await page.getByLabel("Or paste rows").fill(`${payment.merchant_transaction_id},1.00`);
  await page.getByRole("button", { name: "Check rows" }).click();
  await expect(page).toHaveURL("/bulk/new");
  scripts.arrive();
  await expect(page.getByText("1 row is ready.")).toBeVisible();
});

test("what was typed and chosen before the scripts have come is there when they have", async ({ page }) => {
  await startSession(page, "admin");
  const scripts = await withLateScripts(page);
  await page.goto("/approvals/rules", { waitUntil: "commit" });
  const currency = page.getByLabel("Currency");
  const role = page.getByLabel("Requested by");
  await currency.fill("zzz");
  await role.selectOption("admin");
  await openAccountMenu(page);
  await page.getByRole("radio", { name: "Dark" }).focus();
  await page.keyboard.press("Space");
  scripts.arrive();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "Set threshold" }).click();
  // The form has been rendered again with the early input.
  await expect(page.getByText("Enter a three-letter currency code, like INR.")).toBeVisible();
  await expect(currency).toHaveValue("zzz");
  await expect(role).toHaveValue("admin");
});

test("what was opened before the scripts have come stays open, with what it shows", async ({ page }) => {
  await startSession(page, "admin");
  const loadLate = async (): Promise<{ arrive: () => void }> => {
    const scripts = await withLateScripts(page);
    await page.goto("/payments", { waitUntil: "commit" });
    return scripts;
  };

  let scripts = await loadLate();
  await openAccountMenu(page);
  await page.getByRole("radio", { name: "Dark" }).focus();
  await page.keyboard.press("Space");
  scripts.arrive();
  // The choice is replayed when the menu is hydrated.
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();

  scripts = await loadLate();
  await page.getByRole("button", { name: /^Notifications/ }).click();
  scripts.arrive();
  await expect(page.getByRole("dialog", { name: "Notifications" }).getByRole("link")).not.toHaveCount(0);

  scripts = await loadLate();
  await page.locator("summary", { hasText: "Saved views" }).click();
  scripts.arrive();
  await expect(page.getByLabel("Save this view")).toBeVisible();
});

test("what is typed between hydration and the replay of earlier typing is kept", async ({ page }) => {
  await startSession(page, "support");
  const scripts = await withLateScripts(page);
  await page.addInitScript((hydrated) => {
    const type = (): void => {
      const field = document.querySelector<HTMLInputElement>("input[name=reference]");
      field?.setRangeText("R", field.value.length, field.value.length, "end");
      field?.dispatchEvent(new Event("input", { bubbles: true }));
      document.documentElement.dataset.typed = "yes";
    };
    // After the handler of the event, and before the timers that it sets.
    window.addEventListener(hydrated, () => setTimeout(type));
  }, HYDRATED_EVENT);
  await page.goto("/payments", { waitUntil: "commit" });
  const field = page.getByLabel("Merchant reference");
  await field.fill("O");
  scripts.arrive();
  await expect(page.locator("html[data-typed]")).toBeAttached();
  // The replay comes within a moment of hydration.
  await page.waitForTimeout(500);
  await expect(field).toHaveValue("OR");
});

test("keys that are pressed before the scripts have come act when they have: / and what follows it is searched", async ({
  page,
}) => {
  const payment = await createPaidPayment("63.00");
  await startSession(page, "support");
  const scripts = await withLateScripts(page);
  await page.goto("/refunds", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(`${payment.merchant_transaction_id}x`);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/refunds");
  scripts.arrive();
  await expect(record(page, payment.transaction_id)).toBeVisible();
});

test("an early search keeps its spaces and ends with Escape, and Enter elsewhere is not its own", async ({
  page,
}) => {
  const mark = Date.now();
  const payment = await createPayment("67.00", { merchant_transaction_id: `SPACED ${mark}` });
  await startSession(page, "support");
  const openEarly = async (): Promise<{ arrive: () => void }> => {
    await page.unrouteAll();
    const scripts = await withLateScripts(page);
    await page.goto("/refunds", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("/");
    return scripts;
  };
  let scripts = await openEarly();
  await page.keyboard.type(`SPACED ${mark}`);
  await page.keyboard.press("Enter");
  scripts.arrive();
  await expect(record(page, payment.transaction_id)).toBeVisible();

  scripts = await openEarly();
  await page.keyboard.type("abc");
  await page.keyboard.press("Escape");
  scripts.arrive();
  await expect(page).toHaveURL("/payments");
  await expect(page.getByLabel("Merchant reference")).toHaveValue("");

  await openEarly();
  await page.getByRole("link", { name: "Payments", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/payments/);
});

test("a key that hydrates the page acts once", async ({ page }) => {
  const payment = await createPaidPayment("66.00");
  await startSession(page, "support");
  // React listens for a moment before it has hydrated the page, and hydrates it when a key is pressed then.
  await page.addInitScript(() => {
    const listen = document.addEventListener.bind(document);
    document.addEventListener = (...given: Parameters<typeof listen>) => {
      if (given[0] === "keydown") document.documentElement.dataset.listens = "yes";
      listen(...given);
    };
  });
  for (let load = 0; load < 5; load += 1) {
    await page.goto("/refunds", { waitUntil: "commit" });
    await page.locator("html[data-listens]").waitFor({ state: "attached" });
    await page.keyboard.press("/");
    await page.keyboard.type(payment.merchant_transaction_id);
    await page.keyboard.press("Enter");
    await expect(record(page, payment.transaction_id)).toBeVisible();
  }
});

test("the search takes no slash before the scripts have come, and a letter opens the dialog of its row", async ({
  page,
}) => {
  const payment = await createPaidPayment("64.00");
  await startSession(page, "finance");
  let scripts = await withLateScripts(page);
  await page.goto("/payments", { waitUntil: "commit" });
  const field = page.getByLabel("Merchant reference");
  await expect(field).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type("/A/B");
  await expect(field).toHaveValue("/A/B");
  scripts.arrive();
  await waitForShortcuts(page);
  await expect(field).toHaveValue("/A/B");

  scripts = await withLateScripts(page);
  await page.goto(`/payments/${payment.transaction_id}`, { waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  scripts.arrive();
  await expect(page.getByRole("dialog").getByText("Remaining balance")).toBeVisible();
});

test("a key that was pressed early does not act on what has got the focus since", async ({ page }) => {
  const payment = await createPaidPayment("65.00");
  await startSession(page, "finance");
  const scripts = await withLateScripts(page);
  await page.goto(`/payments/${payment.transaction_id}`, { waitUntil: "commit" });
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeVisible();
  await page.keyboard.press("r");
  await page.getByRole("link", { name: "Refunds" }).first().focus();
  scripts.arrive();
  await waitForShortcuts(page);
  await page.waitForTimeout(500);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("of two radio buttons, the one chosen between hydration and the replay of the first is kept", async ({
  page,
}) => {
  await page.setContent(
    ["red", "green", "blue"].map((value) => `<input type="radio" name="colour" value="${value}">`).join(""),
  );
  await page.evaluate(`(${queueEarlyInput.toString()})(${JSON.stringify(HYDRATED_EVENT)})`);
  const reported = await page.evaluate(async (hydrated) => {
    const choose = (value: string): void =>
      document.querySelector<HTMLInputElement>(`input[value=${value}]`)?.click();
    choose("red");
    choose("green");
    const values: string[] = [];
    document.body.addEventListener("change", ({ target }) => {
      values.push((target as HTMLInputElement).value);
    });
    window.dispatchEvent(new Event(hydrated));
    choose("blue");
    await new Promise((resolve) => setTimeout(resolve, 500));
    return values;
  }, HYDRATED_EVENT);
  await expect(page.locator("input[value=blue]")).toBeChecked();
  expect(reported.at(-1)).toBe("blue");
});
