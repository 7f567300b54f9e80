import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { createPaydeckClient, type PaydeckClient } from "../lib/client";
import { type RunningPaydeck, startPaydeck } from "../tools/testing/running-paydeck";
import { expectCleanState } from "./support/accessible";
import { choose, createPaidPayment, createPayment } from "./support/merchant";
import {
  atGateway,
  chargeLess,
  expectDone,
  facts,
  openFinding,
  openForm,
  runToday,
  start,
} from "./support/reconciliation";
import { newPerson, newSession, signIn } from "./support/staff";

test("a charge that was never reported is found by a run from the page, and repaired with one button", async ({
  page,
}) => {
  const payment = await createPayment("500.00");
  await atGateway(
    `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
     select gateway_checkout_id, 'simpay_lost_' || id, amount_paise, currency, 'SUCCESS', now()
     from payments where id = $1`,
    [payment.transaction_id],
  );
  await signIn(page, "finance");
  await runToday(page);
  await expectCleanState(page, "a reconciliation run");
  await openFinding(page, "Ended at the gateway, open here", payment.merchant_transaction_id);
  await expectCleanState(page, "a finding that can be repaired");
  await page.getByRole("button", { name: "Repair", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Repair this payment?" });
  await dialog.getByRole("button", { name: "Repair", exact: true }).dblclick();
  await expect(page.getByText("This record agrees with its gateway again.")).toBeVisible();
  await page.getByRole("link", { name: payment.merchant_transaction_id }).click();
  await expect(page.getByText("SUCCESS").first()).toBeAttached();
});

test("amounts that differ are settled by evidence and a second person, and stay settled", async ({
  page,
  browser,
}) => {
  const payment = await createPaidPayment("500.00");
  await chargeLess(payment.transaction_id);
  await signIn(page, "finance");
  await runToday(page);
  await openFinding(page, "Amounts differ", payment.merchant_transaction_id);
  await expect(page.getByRole("region", { name: "Here" })).toContainText("₹500.00");
  await expect(page.getByRole("region", { name: "At simulator" })).toContainText("₹400.00");
  await page.getByRole("button", { name: "Save for confirmation" }).click();
  await expect(page.getByText("Enter a text.")).toHaveCount(2);
  await page.getByLabel("Evidence").fill("The settlement report lists 400.00 after a correction.");
  await page.getByLabel("Gateway’s reference").fill("SR-318");
  await page.getByRole("button", { name: "Save for confirmation" }).click();
  await expect(page.getByText("Somebody else has to confirm what you wrote.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm and settle" })).toHaveCount(0);
  const address = page.url();

  const admin = await newPerson(browser, "admin");
  await admin.goto(address);
  await admin.getByRole("button", { name: "Confirm and settle" }).click();
  await expect(admin.getByText("Settled", { exact: true })).toBeVisible();
  await admin.context().close();
  await runToday(page);
  await expect(page.getByRole("row").filter({ hasText: payment.merchant_transaction_id })).toContainText(
    "Settled",
  );
});

/** A Paydeck of its own: with a second gateway, which every process offers from its next start on, and with slow gateways. */
test.describe("two gateways", () => {
  const FIRST = "simulator";
  const SECOND = "simulator-b";
  let folder: string;
  let paydeck: RunningPaydeck;
  let client: PaydeckClient;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    folder = await mkdtemp(join(tmpdir(), "paydeck-gateways-"));
    // When started by root, Postgres runs as another user, which must be able to enter.
    await chmod(folder, 0o755);
    const env = { DATA_DIR: folder, SIMULATOR_FAULTS: "1" };
    const fresh = await startPaydeck(env);
    await atGateway("insert into simulator.gateways (name) values ($1)", [SECOND], folder);
    await fresh.stop();
    paydeck = await startPaydeck(env);
    const { routingUrl: baseUrl, apiKey, apiSalt: salt } = paydeck;
    client = createPaydeckClient({ baseUrl, apiKey, salt });
  });
  test.afterAll(async () => {
    await paydeck.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  /** Sends all payments from now on to a gateway. */
  async function routeTo(gateway: string): Promise<void> {
    const current = await client.ops("rules.current", {});
    if (current.kind !== "answered") throw new Error(`rules.current: ${current.kind}`);
    const saved = await client.ops("rules.save", {
      expected_version: current.value.version,
      rules: [{ id: "all", name: "All", priority: 1, active: true, target: { kind: "gateway", gateway } }],
    });
    if (saved.kind !== "answered") throw new Error(`rules.save: ${JSON.stringify(saved)}`);
  }

  async function pay(reference: string): Promise<string> {
    const created = await client.initiatePayment({
      merchant_transaction_id: reference,
      transaction_amount: "500.00",
      customer_details: { customer_email: "customer@example.com", customer_phone: "9876543210" },
    });
    if (created.kind !== "answered" || !created.value.success) throw new Error(JSON.stringify(created));
    await choose(created.value.payment_link, "success");
    return created.value.transaction_id;
  }

  const charge = (transactionId: string, amountPaise: number): Promise<void> =>
    atGateway(
      "update simulator.charges set amount_paise = $2 where checkout_id like '%' || $1",
      [transactionId, amountPaise],
      folder,
    );

  async function newFinance(browser: Browser): Promise<Page> {
    const page = await newSession(browser, "finance", paydeck.dashboardUrl);
    await page.goto(`${paydeck.dashboardUrl}/reconciliation`);
    return page;
  }

  /** Runs today again from the page of a run, with one gateway. */
  async function runAgain(page: Page, gateway: string): Promise<void> {
    const dialog = await openForm(page);
    // The days of the run that is shown.
    const today = new Date().toISOString().slice(0, 10);
    await expect(dialog.getByLabel("First day (UTC)")).toHaveValue(today);
    await expect(dialog.getByLabel("Last day (UTC)")).toHaveValue(today);
    await dialog.getByLabel("Gateway").selectOption(gateway);
    await start(page, dialog);
    await expectDone(page);
  }

  async function openFindings(page: Page): Promise<string[]> {
    await page.goto(`${paydeck.dashboardUrl}/reconciliation?view=open`);
    const rows = page.getByRole("table", { name: "Findings" }).getByRole("row");
    await expect(page.getByRole("link", { name: "Open findings" })).toHaveAttribute("aria-current", "page");
    return (await rows.allInnerTexts()).flatMap((text) => /ORD-[A-Z]+/.exec(text)?.[0] ?? []);
  }

  test("a range that is run again for one gateway compares and closes what is of that gateway alone", async ({
    browser,
  }) => {
    await routeTo(FIRST);
    const ofFirst = await pay("ORD-FIRST");
    await routeTo(SECOND);
    const ofSecond = await pay("ORD-SECOND");
    for (const id of [ofFirst, ofSecond]) await charge(id, 40_000);
    const page = await newFinance(browser);
    const dialog = await openForm(page);
    const today = new Date().toISOString().slice(0, 10);
    await dialog.getByLabel("First day (UTC)").fill(today);
    await dialog.getByLabel("Last day (UTC)").fill(today);
    await start(page, dialog);
    await expectDone(page);
    const ofAll = page.url();
    expect(await openFindings(page)).toEqual(["ORD-FIRST", "ORD-SECOND"]);

    // Both gateways have corrected their records, and one of them is asked again.
    for (const id of [ofFirst, ofSecond]) await charge(id, 50_000);
    await page.goto(ofAll);
    await runAgain(page, SECOND);
    await expect(page.getByRole("main")).toContainText(SECOND);
    await expect(facts(page)).toContainText(/Compared\s*1\D/);
    expect(await openFindings(page)).toEqual(["ORD-FIRST"]);

    await page.goto(ofAll);
    await runAgain(page, FIRST);
    await expect(facts(page)).toContainText(/Compared\s*1\D/);
    expect(await openFindings(page)).toEqual([]);
    await page.context().close();
  });

  test("the progress of a run grows on its page, and its end appears there, without loading the page again", async ({
    browser,
  }) => {
    // More than the run has time for, until the delay is removed.
    const COUNT = 100;
    await routeTo(FIRST);
    for (let n = 0; n < COUNT; n += 1) await pay(`ORD-SLOW-${String(n)}`);
    await atGateway(
      "insert into simulator.faults (operation, kind, remaining, delay_ms) values ('fetch_payment', 'slow', 1000, 400)",
      [],
      folder,
    );
    const page = await newFinance(browser);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const dialog = await openForm(page);
    const today = new Date().toISOString().slice(0, 10);
    await dialog.getByLabel("First day (UTC)").fill(today);
    await dialog.getByLabel("Last day (UTC)").fill(today);
    await dialog.getByLabel("Gateway").selectOption(FIRST);
    await start(page, dialog);

    const bar = page.getByRole("progressbar", { name: "Progress" });
    const done = async (): Promise<number> => Number(await bar.getAttribute("aria-valuenow"));
    await expect(facts(page).getByText("In progress")).toBeVisible();
    await expect(bar).toBeVisible();
    const seen = await done();
    await expect.poll(done).toBeGreaterThan(seen);
    await expect(facts(page).getByRole("status")).toContainText(/^\d+ of \d+ records compared$/);
    await atGateway("delete from simulator.faults", [], folder);
    await expectDone(page);
    await expect(bar).toHaveCount(0);
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
    await page.context().close();
  });
});
