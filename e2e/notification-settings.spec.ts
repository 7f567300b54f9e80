import { expect, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { headerOf, TestSmtp } from "../tools/testing/dashboard/smtp";
import { freePort, startDashboardOn } from "./support/faulty-wire";
import { newSession } from "./support/staff";

/** Its own dashboard: that of the other tests has no mail server. */
let dashboard: { url: string; stop(): Promise<void> };
const smtp = new TestSmtp();

test.beforeAll(async () => {
  await smtp.start();
  const port = String(await freePort());
  dashboard = await startDashboardOn(E2E.routingUrl, {
    PORT: port,
    NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtp.url,
    SMTP_FROM: "Paydeck <paydeck@example.com>",
  });
});
test.afterAll(async () => {
  await dashboard.stop();
  await smtp.stop();
});

test("the e-mail settings of a person are saved, and a test e-mail is delivered and cannot be repeated at once", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await newSession(browser, "ops", dashboard.url);
  await page.goto(`${dashboard.url}/account/notifications`);
  const email = page.getByRole("region", { name: "Email" });
  const save = async (): Promise<void> => {
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await page.reload();
  };
  await test.step("quiet hours", async () => {
    await expect(page.getByRole("button", { name: "Save settings" })).toBeInViewport({ ratio: 1 });
    await expect(email).toContainText("Sent to ops@example.com");
    await email.getByRole("checkbox", { name: "Quiet hours" }).check();
    await email.getByLabel("From").fill("20:30");
    await email.getByLabel("Until").fill("20:30");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(email.getByText("Enter two different times, or turn quiet hours off.")).toBeVisible();
    await expect(email.getByLabel("Until")).toBeFocused();
    await expect(page.getByText("Settings saved.")).toHaveCount(0);
    // Whatever is entered, the defaults can be restored.
    await page.getByRole("button", { name: "Restore defaults" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await page.reload();
    await email.getByRole("checkbox", { name: "Quiet hours" }).check();
    await email.getByLabel("From").fill("20:30");
    await email.getByLabel("Until").fill("06:45");
    await email.getByLabel("Language of emails").selectOption("hi");
    await save();
    await expect(email.getByRole("checkbox", { name: "Quiet hours" })).toBeChecked();
    await expect(email.getByLabel("From")).toHaveValue("20:30");
    await expect(email.getByLabel("Until")).toHaveValue("06:45");
    await expect(email.getByLabel("Language of emails")).toHaveValue("hi");
  });
  await test.step("a choice of its own for an event, and the defaults again", async () => {
    const choice = page.getByRole("checkbox", { name: /: In Paydeck$/, disabled: false }).first();
    await choice.uncheck();
    await save();
    await expect(choice).not.toBeChecked();
    await page.getByRole("button", { name: "Restore defaults" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await expect(choice).toBeChecked();
  });
  await test.step("a daily summary in their place", async () => {
    await email.getByLabel("Delivery").selectOption("Daily summary");
    await email.getByLabel("Time of the summary").fill("07:15");
    await email.getByLabel("Language of emails").selectOption("en");
    await save();
    await expect(email.getByLabel("Delivery")).toHaveValue("digest");
    await expect(email.getByLabel("Time of the summary")).toHaveValue("07:15");
    await expect(email.getByLabel("Language of emails")).toHaveValue("en");
    await expect(email.getByRole("checkbox", { name: "Quiet hours" })).toHaveCount(0);
  });
  await test.step("a test e-mail, which does not wait for the summary", async () => {
    const button = page.getByRole("button", { name: "Send test email" });
    await button.click();
    await expect(page.getByText("Test email queued. Check your inbox.")).toBeVisible();
    await button.click();
    await expect(page.getByText("An email was just sent. Try again in half a minute.")).toBeVisible();
    // What other tests do may be worth an e-mail, too.
    const sent = (): string[][] =>
      smtp.received
        .filter((message) => headerOf(message, "Subject") === "Paydeck can send you email")
        .map(({ to }) => to);
    await expect.poll(sent).toEqual([["ops@example.com"]]);
    await page.reload();
    await expect(email.getByText("Last email sent")).toBeVisible();
    expect(sent()).toHaveLength(1);
  });
  await page.context().close();
});
