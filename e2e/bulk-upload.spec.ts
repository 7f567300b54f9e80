import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { type APIResponse, expect, type Page, test } from "@playwright/test";
import { MAX_BULK_BYTES } from "../lib/bulk";
import { E2E } from "../server/checks/e2e-stack";
import { openBulkForm } from "./support/bulk";
import { newSession, type StaffRole } from "./support/staff";

type Upload = { kind?: string; name?: string; body?: Buffer; origin?: string | null };

/** Sends a file like the form, with deviations. */
function upload(page: Page, { kind = "refund", name = "rows.csv", body, origin }: Upload) {
  const from = origin === undefined ? E2E.dashboardUrl : origin;
  return page.request.post(`/api/bulk?${new URLSearchParams({ kind, name }).toString()}`, {
    data: body ?? Buffer.from("ORDER-1,1.00"),
    headers: { "content-type": "application/octet-stream", ...(from !== null && { origin: from }) },
  });
}

async function expectAnswer(
  response: APIResponse,
  status: number,
  body: Record<string, unknown>,
): Promise<void> {
  expect(response.status()).toBe(status);
  expect(await response.json()).toMatchObject(body);
}

test("an upload by somebody who may not do what its rows ask for is refused", async ({ browser }) => {
  const refused: [StaffRole, string][] = [
    ["support", "refund"],
    ["support", "cancel"],
    ["ops", "refund"],
  ];
  for (const [role, kind] of refused) {
    const page = await newSession(browser, role);
    await expectAnswer(await upload(page, { kind }), 403, { kind: "forbidden" });
    await page.context().close();
  }
});

test("an upload from another site, or from nobody knows where, or signed out, is refused", async ({
  browser,
  page,
}) => {
  const finance = await newSession(browser, "finance");
  expect((await upload(finance, { origin: "http://evil.example" })).status()).toBe(403);
  expect((await upload(finance, { origin: null })).status()).toBe(403);
  await finance.context().close();
  expect((await upload(page, {})).status()).toBe(401);
});

test("a file that is too large, no text, or of no kind leaves nothing behind", async ({ browser }) => {
  const finance = await newSession(browser, "finance");
  const name = `${randomUUID()}.csv`;
  const large = Buffer.alloc(MAX_BULK_BYTES + 1, "A");
  const tooLarge = await upload(finance, { name, body: large });
  expect(tooLarge.status()).toBe(413);
  expect(await tooLarge.text()).toContain(`more than ${MAX_BULK_BYTES / 1024} KiB`);
  const archive = Buffer.from("504b0304140000000800ff00fe", "hex");
  await expectAnswer(await upload(finance, { name, body: archive }), 422, { kind: "file_fault" });
  await expectAnswer(await upload(finance, { name, kind: "bribe" }), 400, { kind: "invalid" });
  await finance.goto("/bulk");
  await expect(finance.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(finance.getByText(name)).toHaveCount(0);
  await finance.context().close();
});

test("an upload that is cut off leaves nothing behind, and the next one works", async ({ browser }) => {
  const finance = await newSession(browser, "finance");
  const name = `${randomUUID()}.csv`;
  const cookies = await finance.context().cookies();
  const { host, hostname, port } = new URL(E2E.dashboardUrl);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number.parseInt(port, 10), hostname, () => {
      const head = [
        `POST /api/bulk?kind=refund&name=${name} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: ${E2E.dashboardUrl}`,
        `Cookie: ${cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; ")}`,
        "Content-Type: application/octet-stream",
        "Content-Length: 100000",
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\nORDER-1,1.00\n`, () => socket.destroy());
    });
    socket.on("close", () => resolve());
    socket.on("error", reject);
  });
  const whole = `${randomUUID()}.csv`;
  await expectAnswer(await upload(finance, { name: whole }), 201, { kind: "created" });
  await finance.goto("/bulk");
  await expect(finance.getByText(whole).first()).toBeVisible();
  await expect(finance.getByText(name)).toHaveCount(0);
  await finance.context().close();
});

test("columns that a file does not name for certain are chosen on a preview, and proposed for the next file", async ({
  browser,
}) => {
  const finance = await newSession(browser, "finance");
  const rows =
    "Order number,Order total,Refunded so far,To give back\nHB-1005,500.00,,20.00\nHB-1006,500.00,,30.00\n";
  const choose = async (): Promise<void> => {
    await openBulkForm(finance, "Refunds");
    await finance
      .getByLabel("CSV file")
      .setInputFiles({ name: "shop.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
    await finance.getByRole("button", { name: "Check rows" }).click();
    await expect(finance.getByLabel("Meaning of column A")).toHaveValue("reference");
  };
  await choose();
  await expect(finance.getByLabel("Meaning of column B")).toHaveValue("");
  await finance.getByRole("button", { name: "Check 2 rows" }).click();
  await expect(finance.getByText("Choose a column for: Amount.")).toBeVisible();
  await finance.getByLabel("Meaning of column D").selectOption("Amount");
  await finance.getByRole("button", { name: "Check 2 rows" }).click();
  await expect(finance.getByText("Ignored columns: Order total, Refunded so far.")).toBeVisible();
  await choose();
  await expect(finance.getByLabel("Meaning of column D")).toHaveValue("amount");
  await finance.getByRole("button", { name: "Back" }).click();
  await expect(finance.getByLabel("CSV file")).toHaveValue(/shop\.csv$/);
  await finance.context().close();
});
