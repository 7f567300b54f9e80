import { expect, type Locator, type Page, test } from "@playwright/test";
import { opsClient } from "./support/altered-wire";
import { createPaidPayment } from "./support/merchant";
import { restoreRulesAfterEach, versionInForce } from "./support/rules-in-force";
import { startSession, newSession } from "./support/staff";

const original = restoreRulesAfterEach();

const unique = (): string => `e2e ${String(Date.now())}`;

/** Adds a rule that matches only payments with this udf1, and makes it the first. */
async function addRule(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "Add rule" }).click();
  const added = page
    .getByRole("list", { name: "Rules, in order" })
    .getByRole("listitem", { name: /^Rule \d+$/ });
  const card = added.last();
  await card.getByLabel("Name").fill(name);
  await card.getByRole("button", { name: "Add condition" }).click();
  const condition = card.getByRole("group", { name: "Condition 1" });
  await condition.getByLabel("Field").selectOption("udf1");
  await condition.getByLabel("Value").fill(name);
  await expect(card).toContainText(`When udf1 is exactly “${name}”: send to simulator.`);
  return card;
}

async function save(page: Page, note: string): Promise<void> {
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these rules?" });
  await dialog.getByLabel("Note (optional)").fill(note);
  await dialog.getByRole("button", { name: "Save as new version" }).click();
}

test("a rule is written as a sentence, moved by keyboard, tried, saved, found among the versions and undone", async ({
  page,
}) => {
  const name = unique();
  await createPaidPayment("12.00");
  await startSession(page, "admin");
  await page.goto("/rules");
  await addRule(page, name);
  const up = page.getByRole("button", { name: `Move up: ${name}` });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem", { name: "Rule 1", exact: true })).toContainText(name);

  const trial = page.getByRole("region", { name: "Try these rules" });
  await trial.getByLabel("udf1").fill(name);
  await trial.getByRole("button", { name: "Try it" }).click();
  await expect(trial.getByText(`Goes to simulator by rule “${name}”.`)).toBeVisible();
  await trial.getByLabel("udf1").fill("something else");
  await trial.getByRole("button", { name: "Try it" }).click();
  await expect(trial.getByText(/udf1: needs .*; was/)).toBeVisible();
  await trial.getByRole("radio", { name: "Recent payments" }).check({ force: true });
  await trial.getByRole("button", { name: "Replay payments" }).click();
  await expect(trial.getByText("None would use another gateway.")).toBeVisible();

  await save(page, `note of ${name}`);
  await expect(page.getByText(/^Version \d+ is now current$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
  const saved = await versionInForce();

  await page.getByRole("link", { name: "Versions", exact: true }).click();
  const table = page.getByRole("table", { name: "Versions of the routing rules" });
  await expect(table.getByRole("row").nth(1)).toContainText(`note of ${name}`);
  await expect(table.getByRole("row").nth(1)).toContainText("Sandbox admin");
  await expect(table.getByRole("row").nth(1)).toContainText("1 added");
  await page.goto(`/rules/versions/${String(saved - 1)}`);
  await page.getByRole("button", { name: "Restore this version…" }).click();
  await page.getByRole("button", { name: `Restore version ${String(saved - 1)}` }).click();
  await expect.poll(versionInForce).toBe(saved + 1);
  await page.goto("/rules");
  await expect(page.getByText(name)).toHaveCount(0);
});

test("each field of a rule keeps its own value; what the service finds wrong is shown at its field, nothing is saved, and no input is lost", async ({
  page,
}) => {
  test.slow();
  const name = unique();
  await startSession(page, "admin");
  await page.goto("/rules");
  const card = await addRule(page, name);
  const condition = (place: number) => card.getByRole("group", { name: `Condition ${String(place)}` });
  await test.step("a condition, after the one before it is removed, or becomes one on another field", async () => {
    const add = card.getByRole("button", { name: "Add condition" });
    await add.click();
    await add.click();
    await condition(2).getByLabel("Field").selectOption("currency");
    await condition(2).getByLabel("Value").fill("usd, eur");
    await condition(3).getByLabel("Field").selectOption("issuing_bank");
    await condition(3).getByLabel("Value").fill("HDFC,");
    await expect(condition(3).getByLabel("Value")).toHaveValue("HDFC,");
    await expect(card).toContainText("USD or EUR");
    await card.getByRole("button", { name: "Remove condition 2" }).click();
    await expect(condition(2).getByLabel("Field")).toHaveValue("issuing_bank");
    await expect(condition(2).getByLabel("Value")).toHaveValue("HDFC");
    await add.click();
    await card.getByRole("button", { name: "Remove condition 3" }).click();
    await expect(add).toBeFocused();
    await condition(2).getByLabel("Field").selectOption("amount");
    await expect(condition(2).getByLabel("Value")).toHaveValue("");
  });

  await test.step("a success rate: its sentence and its limits", async () => {
    await card.getByLabel("Strategy").selectOption("success_rate");
    const smallest = card.getByLabel("Smallest share (%)");
    await expect(smallest).toHaveValue("1");
    await expect(card.getByLabel("Fastest change (points a minute)")).toHaveValue("10");
    await expect(card).toContainText("that succeeds most often.");
    const cost = card.getByLabel("Prefer lower fees within (points)");
    await expect(cost).toHaveValue("0");
    await cost.pressSequentially("1.5");
    await cost.fill("1.5");
    await expect(cost).toHaveValue("1.5");
    await expect(card).toContainText(
      "that succeeds most often; of those within 1.5 points of the best, to the one with the lowest fee.",
    );
    await smallest.fill("");
    await expect(smallest).toHaveValue("");
    await expect(card.getByText("Enter a percentage: a whole number.")).toBeVisible();
    await save(page, "");
    // Nothing can be typed behind the dialog, which closes once the refusal is here.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(card.getByText("Enter a percentage: a whole number.")).toBeVisible();
    await smallest.fill("0");
    await expect(smallest).toHaveValue("0");
  });

  await test.step("what the service refuses", async () => {
    await condition(2).getByLabel("Value").fill("12,5");
    await card.getByLabel("Smallest share (%)").fill("30");
    await card.getByLabel("Prefer lower fees within (points)").fill("1.55");
    await save(page, "");
    await expect(condition(2).getByLabel("Value")).toHaveAccessibleDescription(/Must be an amount/);
    await expect(condition(2).getByLabel("Value")).toHaveValue("12,5");
    await expect(card.getByText("Must be a whole number from 0 to 20")).toBeVisible();
    await expect(card.getByLabel("Smallest share (%)")).toHaveAttribute("aria-invalid", "true");
    await expect(card.getByLabel("Gateway 2", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(card.getByText("Must be a number from 0 to 20 with at most one decimal")).toBeVisible();
    expect(await versionInForce()).toBe(original.version);
  });

  await page.reload();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 unsaved change");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { name })).toHaveCount(0);
});

test("two people who change the rules at once: the second is shown the first's change and keeps their own", async ({
  page,
  browser,
}) => {
  const [mine, theirs] = [`${unique()} mine`, `${unique()} theirs`];
  await startSession(page, "admin");
  await page.goto("/rules");
  await addRule(page, mine);

  const other = await newSession(browser, "admin");
  await other.goto("/rules");
  await addRule(other, theirs);
  await save(other, "first");
  await expect(other.getByText(/^Version \d+ is now current$/)).toBeVisible();
  await other.context().close();

  await save(page, "second");
  const conflict = page.getByRole("alert").filter({ hasText: "Someone saved version" });
  await expect(conflict).toContainText(theirs);
  await conflict.getByRole("button", { name: /Apply my changes/ }).click();
  await expect(page.getByRole("heading", { name: mine })).toBeVisible();
  await expect(page.getByRole("heading", { name: theirs })).toBeVisible();
  await save(page, "second");
  await expect(page.getByText(/^Version \d+ is now current$/)).toBeVisible();
  const response = await opsClient.ops("rules.current", {});
  const names = response.kind === "answered" ? response.value.rules.map((rule) => rule.name) : [];
  expect(names).toEqual(expect.arrayContaining([mine, theirs]));
});
