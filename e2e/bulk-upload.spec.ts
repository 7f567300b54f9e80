import { expect, test } from "@playwright/test";
import { openBulkForm } from "./support/bulk";
import { newSession } from "./support/staff";

test("a file that cannot be read is shown in words; columns that one does not name for certain are chosen on a preview, and proposed for the next file", async ({
  browser,
}) => {
  const finance = await newSession(browser, "finance");
  await finance.goto("/bulk/new");
  await finance.getByLabel("Or paste rows").fill("reference,amount");
  await finance.getByRole("button", { name: "Check rows" }).click();
  const alert = finance.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The file has no rows.");
  await expect(finance.getByLabel("Or paste rows")).toHaveValue("reference,amount");
  await finance.getByLabel("Or paste rows").fill("");
  await finance.getByLabel("CSV file").setInputFiles({
    name: "refunds.xlsx",
    mimeType: "text/csv",
    buffer: Buffer.from("504b0304", "hex"),
  });
  await finance.getByRole("button", { name: "Check rows" }).click();
  await expect(alert).toContainText("This is an Excel file.");

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
