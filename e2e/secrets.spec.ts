import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { E2E, E2E_DATA_DIR_VARIABLE } from "../server/checks/e2e-stack";
import { createPaidPayment, createPayment } from "./support/merchant";
import { openRefund, record, search, signIn } from "./support/staff";

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

const SECRETS = { key: E2E.apiKey, salt: E2E.apiSalt };

function secretsIn(text: string): string[] {
  return Object.entries(SECRETS)
    .filter(([, secret]) => text.includes(secret))
    .map(([name]) => name);
}

test("the key and the salt are in nothing that the browser received, sent or kept (failure 37)", async ({
  page,
  context,
}) => {
  const seen: { what: string; text: string }[] = [];
  const reading: Promise<void>[] = [];
  page.on("request", (request) => {
    const text = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ""].join("\n");
    seen.push({ what: `request to ${request.url()}`, text });
  });
  page.on("response", (response) => {
    reading.push(
      response
        .body()
        .catch(() => Buffer.alloc(0))
        .then((body) => {
          const text = `${JSON.stringify(response.headers())}\n${body.toString("latin1")}`;
          seen.push({ what: `response of ${response.url()}`, text });
        }),
    );
  });

  const open = await createPayment("12.00");
  const paid = await createPaidPayment("34.00");
  await signIn(page, "finance");
  await search(page, open.merchant_transaction_id);
  await record(page, open.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel payment" }).click();
  await expect(record(page, open.transaction_id).getByText("CANCELLED", { exact: true })).toBeVisible();
  await search(page, paid.merchant_transaction_id);
  const dialog = await openRefund(page, paid.transaction_id);
  await dialog.getByLabel("Refund amount").fill("34.00");
  await dialog.getByRole("button", { name: "Refund ₹34.00" }).click();
  await expect(page.getByRole("main").getByRole("status").first()).toContainText("SUCCESS", {
    timeout: 30_000,
  });
  await page.goto("/refunds");
  await page.goto("/payments");
  await search(page, "a|b");
  await Promise.all(reading);

  expect(seen.length).toBeGreaterThan(20);
  const kept = JSON.stringify([
    await context.storageState(),
    await page.evaluate(() => Object.entries(sessionStorage)),
  ]);
  for (const { what, text } of [...seen, { what: "the browser's storage", text: kept }]) {
    expect(secretsIn(text), what).toEqual([]);
  }
});

test("they are in no bundle that was built, and the salt's variable is named in none that goes to browsers", () => {
  const built = [...filesBelow(".next/static"), ...filesBelow(".next/server"), ...filesBelow("dist")];
  expect(built.length).toBeGreaterThan(20);
  for (const path of built) expect(secretsIn(readFileSync(path, "latin1")), path).toEqual([]);
  for (const path of filesBelow(".next/static")) {
    expect(readFileSync(path, "latin1").includes("ROUTING_API_SALT"), path).toBe(false);
  }
});

test("they are in none of the logs", () => {
  const folder = join(process.env[E2E_DATA_DIR_VARIABLE] ?? "", "logs");
  const logs = filesBelow(folder);
  expect(logs.length).toBeGreaterThanOrEqual(3);
  for (const path of logs) expect(secretsIn(readFileSync(path, "latin1")), path).toEqual([]);
});
