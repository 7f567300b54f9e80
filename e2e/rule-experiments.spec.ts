import { expect, type Page, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { createPaidPayment } from "./support/merchant";
import { restoreRulesAfterEach, versionInForce } from "./support/rules-in-force";
import { atGateway } from "./support/reconciliation";
import { newSession, startSession } from "./support/staff";

const original = restoreRulesAfterEach();

/** Drafts a change that leaves payments where they are, and runs it in shadow; returns the experiment's number. */
async function runInShadow(page: Page, note: string): Promise<string> {
  await page.goto("/rules");
  await page
    .getByRole("button", { name: /^Copy: / })
    .first()
    .click();
  await page.getByRole("button", { name: "Run in shadow…" }).click();
  const dialog = page.getByRole("dialog", { name: "Run these rules in shadow?" });
  await expect(dialog.getByText("Added", { exact: true })).toBeVisible();
  await dialog.getByLabel("Note (optional)").fill(note);
  await dialog.getByRole("button", { name: "Run in shadow" }).click();
  await expect(page).toHaveURL(/\/rules\/experiments$/);
  const newest = page
    .getByRole("list", { name: "Experiments with routing rules" })
    .getByRole("region")
    .first();
  await expect(newest).toContainText(note);
  const heading = await newest.getByRole("heading", { level: 2 }).textContent();
  return /\d+/.exec(heading ?? "")?.[0] ?? "";
}

const experiment = (page: Page, id: string) =>
  page.getByRole("region", { name: new RegExp(`^Experiment ${id} `) });

test("a draft runs in shadow, then decides a share of the payments, is promoted, and is rolled back once", async ({
  page,
  browser,
}) => {
  test.slow();
  await startSession(page, "admin");
  const id = await runInShadow(page, `note ${String(Date.now())}`);
  const card = experiment(page, id);
  await expect(card).toContainText("In shadow");
  await expect(card).toContainText("No payment has counted yet.");
  await page.goto("/rules");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);

  const paid = await createPaidPayment("14.00");
  await page.goto(`/payments/${paid.transaction_id}`);
  await page.getByRole("heading", { name: "Why this gateway" }).click();
  await expect(
    page.getByText(`Experiment ${id}, in shadow: its rules would have tried simulator first.`),
  ).toBeVisible();
  await page.getByRole("link", { name: `Experiment ${id}`, exact: true }).click();
  await expect(page.getByRole("listitem").getByRole("region").first()).toHaveAccessibleName(
    new RegExp(`^Experiment ${id} `),
  );
  // Half an hour after its checkout.
  await atGateway("update payment_outcomes set at = now() where payment_id = $1", [paid.transaction_id]);
  await expect
    .poll(
      async () => {
        await page.goto("/rules/experiments");
        return card.getByText("1 payment", { exact: true }).count();
      },
      { timeout: 90_000 },
    )
    .toBe(1);
  await expect(card).toContainText("No payment would have gone to another gateway.");
  await expect(card).toContainText(
    "Too few payments to compare yet: at least 100 that go to different gateways are needed",
  );
  await expectCleanState(page, "an experiment in shadow");

  await card.getByRole("button", { name: "Start trial…" }).click();
  const dialog = page.getByRole("dialog", { name: `Start a trial of experiment ${id}?` });
  const share = dialog.getByLabel("Share of payments in percent");
  await share.fill("60");
  await dialog.getByRole("button", { name: "Start trial" }).click();
  await expect(dialog.getByText("Enter a number from 1 to 50.")).toBeVisible();
  await expect(share).toBeFocused();
  await share.fill("50");
  await dialog.getByRole("button", { name: "Start trial" }).click();
  await expect(card).toContainText("Trial on 50% of payments");

  const another = await createPaidPayment("15.00");
  await page.goto(`/payments/${another.transaction_id}`);
  await page.getByRole("heading", { name: "Why this gateway" }).click();
  await expect(
    page.getByText(new RegExp(`trial of experiment ${id}|experiment ${id}, in its trial`)),
  ).toBeVisible();

  await page.goto("/rules/experiments");
  await card.getByRole("button", { name: "Promote…" }).click();
  const promote = page.getByRole("alertdialog", { name: `Promote the rules of experiment ${id}?` });
  await expect(promote).toContainText("So far there is no clear improvement.");
  await promote.getByRole("button", { name: "Promote" }).click();
  await expect(card).toContainText("Promoted");
  await expect(card.getByRole("button")).toHaveText(["Roll back…"]);
  expect(await versionInForce()).toBe(original.version + 1);

  const [base, promoted] = [original.version, original.version + 1];
  await expect(card).toContainText(`Its rules became version ${String(promoted)}.`);
  const rollBack = async (of: Page): Promise<void> => {
    await experiment(of, id).getByRole("button", { name: "Roll back…" }).click();
    const dialog = of.getByRole("alertdialog", { name: `Restore version ${String(base)}?` });
    await dialog.getByRole("button", { name: `Restore version ${String(base)}` }).click();
  };
  const other = await newSession(browser, "admin");
  await other.goto("/rules/experiments");
  await expect(experiment(other, id).getByRole("button", { name: "Roll back…" })).toBeEnabled();
  await rollBack(page);
  await expect(card).toContainText(`Now version ${String(promoted + 1)} is current.`);
  await expect(card.getByRole("button")).toHaveCount(0);
  expect(await versionInForce()).toBe(promoted + 1);

  // But not over rules that were saved since.
  await rollBack(other);
  const tooLate = other.getByRole("alertdialog");
  await expect(tooLate).toContainText(`Version ${String(promoted + 1)} is in force`);
  expect(await versionInForce()).toBe(promoted + 1);
  await tooLate.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(experiment(other, id)).toContainText(`Now version ${String(promoted + 1)} is current.`);
  await other.context().close();

  await page.goto("/audit");
  for (const entry of ["Promoted the rules of an experiment", "Restored routing rules"])
    await expect(page.getByRole("row").filter({ hasText: entry }).first()).toBeVisible();
});
