import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { newSession } from "./support/staff";

/** An incoming webhook on this machine. */
async function startChat(): Promise<{
  server: Server;
  url: string;
  bodies: string[];
  respondWith: (status: number) => void;
}> {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(status).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const respondWith = (next: number): void => {
    status = next;
  };
  return {
    server,
    url: `http://127.0.0.1:${String(port)}/services/T0/B0/very-secret-wxyz`,
    bodies,
    respondWith,
  };
}

test("an admin adds a chat channel, tests it, pauses and deletes it, and its address is never shown again; limits of notifications are set there, too", async ({
  browser,
}) => {
  test.slow();
  const chat = await startChat();
  const name = `#payments-${randomUUID().slice(0, 8)}`;
  const admin = await newSession(browser, "admin");
  await test.step("it is added; what is missing or leads inside is refused at its field", async () => {
    await admin.goto("/channels");
    await admin.getByRole("button", { name: "Add channel" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Enter a value.")).toBeVisible();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Choose at least one event.")).toBeVisible();
    await dialog.getByLabel("A refund fails").check();
    await dialog.getByLabel("Incoming webhook address").fill("https://169.254.169.254/latest/meta-data");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Enter the whole https address")).toBeVisible();
    await dialog.getByLabel("Incoming webhook address").fill(chat.url);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  });

  const panel = admin.getByRole("region", { name });
  await test.step("the page and what it loads show only the address's host and end", async () => {
    await expect(panel).toContainText("ends with wxyz");
    const response = await admin.request.get("/channels");
    expect(await response.text()).not.toContain("very-secret");
    await admin.getByRole("button", { name: `Edit ${name}` }).click();
    await expect(admin.getByLabel("Incoming webhook address")).toHaveValue("");
    await admin.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a test message arrives, and one that the chat refuses says why", async () => {
    await panel.getByRole("button", { name: `Send test message to ${name}` }).click();
    await expect(panel.getByText(`Test message sent to ${name}`)).toBeVisible();
    expect(chat.bodies.join()).toContain(`Test message: ${name}`);
    chat.respondWith(404);
    await expect(async () => {
      await panel.getByRole("button", { name: `Send test message to ${name}` }).click();
      await expect(panel.getByText("The chat does not know this address any more")).toBeVisible();
    }).toPass();
  });

  await test.step("it is paused, resumed and deleted", async () => {
    await panel.getByRole("button", { name: `Pause ${name}` }).click();
    await expect(panel.getByText("Paused by an admin")).toBeVisible();
    await panel.getByRole("button", { name: `Resume ${name}` }).click();
    await expect(panel.getByText("Active")).toBeVisible();
    await panel.getByRole("button", { name: `Edit ${name}` }).click();
    await admin.getByRole("button", { name: "Delete channel" }).click();
    await expect(admin.getByRole("dialog", { name: "Delete this channel?" })).toContainText(name);
    await admin.getByRole("button", { name: "Delete channel" }).click();
    await expect(panel).toHaveCount(0);
    await admin.goto("/audit");
    const entry = admin.getByText("Deleted a chat channel").filter({ visible: true });
    await expect(entry.first()).toBeVisible();
    await expect(admin.locator("body")).not.toContainText("very-secret");
  });
  await test.step("from where on the account is notified is set, a wrong number is refused, and of two people one is told", async () => {
    await admin.goto("/channels");
    const limits = admin.getByRole("region", { name: "When to notify" });
    const stuck = limits.getByLabel("Stuck payments: more than");
    await expect(stuck).toHaveValue("20");
    await stuck.fill("200");
    await limits.getByRole("button", { name: "Save limits" }).click();
    await expect(limits.getByText("Enter a whole number from 0 to 199.")).toBeVisible();
    await expect(stuck).toHaveValue("200");
    await stuck.fill("42");
    await stuck.press("Enter");
    await expect(limits.getByText("Limits saved")).toBeVisible();
    await admin.reload();
    await expect(stuck).toHaveValue("42");
    await expect(limits.getByText(/Changed by .*admin/i)).toBeVisible();

    const other = await newSession(browser, "admin");
    await other.goto("/channels");
    const theirs = other.getByRole("region", { name: "When to notify" });
    await limits.getByRole("button", { name: "Restore defaults" }).click();
    await expect(limits.getByText("Limits saved")).toBeVisible();
    await expect(stuck).toHaveValue("20");
    await theirs.getByLabel("Refund: late after (hours)").fill("30");
    await theirs.getByRole("button", { name: "Save limits" }).click();
    await expect(theirs.getByText("Another person changed the limits meanwhile.")).toBeVisible();
    await expect(theirs.getByLabel("Stuck payments: more than")).toHaveValue("20");
    await expect(theirs.getByLabel("Refund: late after (hours)")).toHaveValue("30");

    await admin.goto("/audit");
    await expect(
      admin.getByText("Changed the limits of notifications").filter({ visible: true }).first(),
    ).toBeVisible();
    await other.context().close();
  });
  await admin.context().close();
  await new Promise((resolve) => chat.server.close(resolve));
});
