import { expect, test, type Locator, type Page } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { startSession, newSession } from "./support/staff";

const timeline = (page: Page): Locator => page.getByRole("region", { name: "Timeline" });
const noteOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("listitem").filter({ hasText: text }).last();

/** A payment of 100.00 and its page. */
async function openPayment(page: Page): Promise<string> {
  const payment = await createPaidPayment("100.00");
  await page.goto(`/payments/${payment.transaction_id}`);
  return payment.transaction_id;
}

test("support writes a note that mentions an admin, who sees it without reloading, answers, and finds it again", async ({
  browser,
}) => {
  const support = await newSession(browser, "support");
  const admin = await newSession(browser, "admin");
  const id = await openPayment(support);
  await admin.goto(`/payments/${id}`);
  await expect(timeline(admin)).toBeVisible();

  const field = support.getByLabel("Add a note");
  await field.pressSequentially(`Refund ${id} please, @adm`);
  const people = support.getByRole("listbox", { name: "People to mention" });
  await expect(people.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  const name = await people.getByRole("option").first().innerText();
  await field.press("Enter");
  await expect(field).toHaveValue(`Refund ${id} please, @${name} `);
  await field.press("Control+Enter");
  await expect(noteOf(support, /Refund .* please/)).toBeVisible();
  await expect(field).toHaveValue("");

  const seen = noteOf(admin, /Refund .* please/);
  await expect(seen).toBeVisible();
  await expect(seen.getByRole("link", { name: id })).toHaveAttribute("href", `/payments/${id}`);
  await admin.getByLabel("Add a note").fill("Done.");
  await admin.getByRole("button", { name: "Add note" }).click();
  await expect(noteOf(admin, "Done.")).toBeVisible();

  await admin.goto("/payments");
  await admin.getByLabel("Merchant reference").fill("please refund");
  await admin.keyboard.press("Enter");
  const found = admin.getByRole("list", { name: "Notes, newest first" });
  await expect(found).toContainText(`Refund ${id} please`);
  await expect(found).not.toContainText("Done.");
  await found
    .getByRole("link", { name: `Payment ${id}` })
    .first()
    .click();
  await expect(admin).toHaveURL(new RegExp(`/payments/${id}#note-`));
  await support.context().close();
  await admin.context().close();
});

test("a note is written once and keeps what is typed meanwhile; an edit keeps the earlier text visible, a deletion erases it, and a card number is not stored", async ({
  page,
}) => {
  await startSession(page, "finance");
  await openPayment(page);
  const field = page.getByLabel("Add a note");
  await field.fill("Card 4111 1111 1111 1111");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("This looks like a card number.")).toBeVisible();
  await expect(field).toHaveValue("Card 4111 1111 1111 1111");
  await field.fill("The first text");
  await page.getByRole("button", { name: "Add note" }).dblclick();
  await expect(noteOf(page, "The first text")).toBeVisible();
  await expect(page.getByText("The first text")).toHaveCount(1);

  await test.step("what is typed stays when the response is lost, and is stored once", async () => {
    await field.fill("Written once");
    await page.route("**/payments/**", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByText("The connection was lost")).toBeVisible();
    await page.unroute("**/payments/**");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(field).toHaveValue("");
    await page.reload();
    await expect(page.getByText("Written once")).toHaveCount(1);
  });

  await test.step("what is typed while a note is being sent stays in the field", async () => {
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route("**/payments/**", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await field.fill("The next note");
    await field.press("Control+Enter");
    await expect(page.getByRole("button", { name: "Add note" })).toHaveAttribute("aria-busy", "true");
    await field.press("End");
    await field.pressSequentially(" and one more");
    go();
    await expect(noteOf(page, "The next note")).toBeVisible();
    await expect(field).toHaveValue("and one more");
    await page.unroute("**/payments/**");
    await field.fill("");
  });

  await noteOf(page, "The first text").getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Edit the note").fill("The second text");
  await page.getByRole("button", { name: "Save" }).click();
  const edited = noteOf(page, "The second text");
  await edited.getByText("Edited").click();
  await expect(edited.getByText("The first text")).toBeVisible();

  await edited.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete note" }).click();
  await expect(noteOf(page, "Deleted by")).toBeVisible();
  await expect(page.getByText("The first text")).toHaveCount(0);
  await page.reload();
  await expect(noteOf(page, "Deleted by")).toBeVisible();
  await expect(page.getByText("The second text")).toHaveCount(0);
});
