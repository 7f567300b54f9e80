import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { transactionStatus } from "./support/merchant";
import { cookieOf, openAs, openPage, type PageOverHttp, submitForm } from "./support/page-over-http";

/** Fills in the form for a new payment and sends it without any script; returns the page that it leads to. */
async function create(reference: string, amount: string): Promise<PageOverHttp> {
  const session = { cookie: await cookieOf("ops") };
  const page = await openAs("ops", "/payments/new");
  const field = (label: string): HTMLInputElement => page.getByLabelText<HTMLInputElement>(label);
  const form = field("Amount").closest("form");
  if (form === null) throw new Error("there is no form");
  const values = {
    [field("Merchant reference").name]: reference,
    [field("Amount").name]: amount,
    [field("Email").name]: "customer@example.com",
  };
  const { location, page: answered } = await submitForm(page, form, values, session);
  return location === null ? answered : openPage(location, session);
}

test("the form for a payment works before, and without, any script", async () => {
  const reference = `MADE-${randomUUID()}`;
  (await create(reference, "14.00")).getByText("Payment created");
  expect(await transactionStatus(reference)).toHaveLength(1);
});

test("a payment that no gateway opens is shown plainly as one that cannot be paid", async () => {
  const page = await create(`MADE-${randomUUID()}`, "10.94");
  page.getByText("The payment link could not be created");
  expect(page.queryByText("Payment created")).toBeNull();
});
