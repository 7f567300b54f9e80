import { within } from "@testing-library/dom";
import { parse } from "csv-parse/sync";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AlteredWire, openAlteredWire, opsClient } from "./support/altered-wire";
import { call, Staff } from "./support/direct";
import { type OwnDashboard, startDashboardOn } from "./support/faulty-wire";
import { choose, createPayment } from "./support/merchant";
import { cookieOf, openAs, openPage, type PageOverHttp, submitForm, words } from "./support/page-over-http";
import type { StaffRole } from "./support/staff";

const DECLINES = "/v1/ops/payments/declines";
const RATES = "/v1/ops/payments/success-rates";
const SINCE = "2026-11-20T00:00:00.000Z";
const MANY_GATEWAYS = [
  "stripe",
  "razorpay",
  "adyen",
  "paypal",
  "cashfree",
  "simulator",
  "simulator-north-with-a-long-name",
];

/** A dashboard of its own, on the stack's service with answers that a test gives. */
let wire: AlteredWire;
let dashboard: OwnDashboard;
beforeAll(async () => {
  wire = await openAlteredWire();
  dashboard = await startDashboardOn(wire.url);
});
afterEach(() => wire.reset());
afterAll(async () => {
  await dashboard.stop();
  await wire.close();
});

async function openOn(
  { url, ...access }: OwnDashboard,
  role: StaffRole,
  path: string,
): Promise<PageOverHttp> {
  const people = new Staff(access);
  const cookie = await people.as(role);
  await people.db.end();
  return openPage(path, { cookie, dashboardUrl: url });
}

const openAltered = (role: StaffRole, path: string): Promise<PageOverHttp> => openOn(dashboard, role, path);
const answerOf = (body: unknown) => ({ kind: "answer", status: 200, body }) as const;
const LOST = { kind: "answer", status: 502, body: "<html>" } as const;

const ratesOf = (page: PageOverHttp): HTMLElement =>
  page.getByRole("region", { name: "Success rates and traffic" });
const cardOf = (page: PageOverHttp) =>
  within(within(ratesOf(page)).getByRole("article", { name: "simulator" }));
const hrefOf = (link: HTMLElement | undefined): string => link?.getAttribute("href") ?? "";
/** What an admin sees who sends a form, which may lead to a shorter address. */
async function sendOf(page: PageOverHttp, field: HTMLElement, values: Record<string, string>) {
  const form = field.closest("form");
  if (form === null) throw new Error("there is no form");
  const { location, page: answered } = await submitForm(page, form, values, {
    cookie: await cookieOf("admin"),
  });
  return location === null ? answered : openAs("admin", location);
}

/** The rows of a list of payments, below its heading. */
const rowsOf = (page: PageOverHttp): string[] =>
  within(page.getByRole("table", { name: /^Payments/ }))
    .getAllByRole("row")
    .slice(1)
    .map(words);

test("the sandbox's gateway is shown in use, with what it can do", async () => {
  const page = await openAs("admin", "/gateways?tab=details");
  const line = page.getByRole("row", { name: /^simulator/ });
  expect(words(line)).toContain("Active");
  expect(within(line).queryByRole("button", { name: /Resume/ })).toBeNull();
  expect(words(page.getByRole("region", { name: /^simulator/ }))).toContain("UPI");
});

test("a gateway that is skipped says why, tells refusals from outages, and offers its many currencies and the way back", async () => {
  const health = {
    state: "open",
    consecutive_failures: 3,
    opened_at: "2026-11-20T10:00:00.000Z",
    next_trial_at: "2026-11-20T10:00:30.000Z",
    last_failure_at: "2026-11-20T10:00:00.000Z",
    last_failure: "It took longer than 12 s.",
  };
  const currencies = ["INR", "USD", "EUR", "GBP", "AED", "SGD", "JPY", "KWD", "XXX"];
  const stripe = {
    name: "stripe",
    capabilities: { methods: ["CC", "UPI"], currencies, voids: true, notifies: true },
    health,
    recent: { opened: 3, failed: 5, skipped: 2 },
  };
  const recent = { since: SINCE, count: 10, complete: true };
  wire.alter("/v1/ops/gateways/list", answerOf({ gateways: [stripe], recent_payments: recent }));
  const page = await openAltered("admin", "/gateways?tab=details");
  const line = page.getByRole("row", { name: /^stripe/ });
  for (const text of ["Paused", "It took longer than 12 s."]) expect(words(line)).toContain(text);
  within(line).getByRole("button", { name: "Resume: stripe" });
  const panel = page.getByRole("region", { name: /^stripe/ });
  for (const text of [
    "It took longer than 12 s.",
    "62.5% failed",
    "5 payments Refused or unavailable: no checkout was opened",
    "Last time unavailable",
    "Credit card, UPI",
  ])
    expect(words(panel)).toContain(text);
  const folded = within(panel).getByText("9 currencies").closest("details");
  expect(folded?.hasAttribute("open")).toBe(false);
  expect(words(folded)).toContain(currencies.join(", "));
});

test("a gateway that is off takes no payments, and rules that name it show what to correct", async () => {
  const [rules, gateways] = await Promise.all([
    opsClient.ops("rules.current", {}),
    opsClient.ops("gateways.list", {}),
  ]);
  if (rules.kind !== "answered" || gateways.kind !== "answered")
    throw new Error("the service did not answer");
  const text = 'The gateway "simulator" is off and takes no payments.';
  const problems = [{ field: "rules.0.target.gateway", text }];
  wire.alter("/v1/ops/rules/current", answerOf({ ...rules.value, problems }));
  const [simulator] = gateways.value.gateways;
  const listed = { ...gateways.value, gateways: [{ ...simulator, takes_payments: false }] };
  wire.alter("/v1/ops/gateways/list", answerOf(listed));
  const page = await openAltered("admin", "/rules");
  expect(page.text).toContain("1 field of the current rules needs correcting");
  expect(words(page.getByRole("listitem", { name: "Rule 1" }))).toContain(text);
  const shown = await openAltered("admin", "/gateways?tab=details");
  expect(words(shown.getByRole("row", { name: /^simulator/ }))).toContain("Off");
  expect(words(shown.getByRole("region", { name: /^simulator/ }))).toContain("It takes no payments");
});

test("each number of the decline reasons leads to its payments, and counts them", async () => {
  const cell = /^[\d,]+ payments?: Expired card, simulator$/;
  const open = async () => {
    const page = await openAs("admin", "/gateways?tab=declines");
    // A phone has lists in its place.
    const table = page.queryByRole("table", { name: /by decline reason and gateway/ });
    return { table, link: table === null ? null : within(table).queryByRole("link", { name: cell }) };
  };
  const before = Number((await open()).link?.textContent ?? "0");
  const expired = await createPayment("351.83");
  await choose(expired.payment_link, "failure");
  const declined = await createPayment("352.84");
  await choose(declined.payment_link, "failure");
  await choose((await createPayment("353.00")).payment_link, "drop");

  const { table, link } = await open();
  expect(link?.textContent).toBe(String(before + 1));
  for (const text of [
    "Abandoned by customer",
    "No gateway could have succeeded",
    "Another gateway may have succeeded",
  ])
    expect(words(table)).toContain(text);
  const list = await openAs("admin", hrefOf(link ?? undefined));
  expect(list.path).toBe("/payments?range=7d&decline=expired_card&gateway=simulator");
  list.getByRole("link", { name: /Expired card/ });
  const rows = rowsOf(list);
  expect(rows).toHaveLength(Math.min(before + 1, 50));
  expect(rows.join()).toContain(expired.merchant_transaction_id);
  expect(rows.join()).not.toContain(declined.merchant_transaction_id);
});

test("payments are filtered by their decline reason, also typed, and it is a column of the list and of the file", async () => {
  const declined = await createPayment("354.84");
  await choose(declined.payment_link, "failure");
  const list = await openAs("finance", "/payments?decline=issuer_declined&columns=reference,amount,decline");
  const row = rowsOf(list).find((one) => one.includes(declined.merchant_transaction_id));
  expect(row).toContain("Declined by bank");

  const typed = encodeURIComponent('reason:"declined by bank" period:today');
  const found = await openAs("finance", `/payments?typed=${typed}`);
  expect(found.path).toContain("decline=issuer_declined");
  expect(rowsOf(found).join()).toContain(declined.merchant_transaction_id);
  expect((await openAs("finance", "/payments?decline=bad_luck")).text).toContain("Nothing was searched");

  const file = await call("/api/export/payments?decline=issuer_declined&range=today&format=csv", {
    headers: { cookie: await cookieOf("finance") },
  });
  const exported = parse<Record<string, string>>(file.text, { bom: true, columns: true });
  const reasons = exported.filter(({ transaction_id: id }) => id === declined.transaction_id);
  expect(reasons.map(({ decline_reason: reason }) => reason)).toEqual(["issuer_declined"]);
});

test("declines of which only the newest were counted say so, and so does a count that failed", async () => {
  const declines = MANY_GATEWAYS.flatMap((gateway, index) => [
    { gateway, decline_reason: "insufficient_funds", avoidability: "unavoidable", count: 120_000 - index },
    { gateway, decline_reason: "unknown", avoidability: "unknown", count: index + 1 },
  ]);
  wire.alter(DECLINES, answerOf({ declines, since: SINCE, complete: false }));
  const open = async () => {
    const page = await openAltered("admin", "/gateways?tab=declines&declines=30d");
    const [panel] = page.getAllByRole("region", { name: "Why payments were not paid" });
    if (panel === undefined) throw new Error("there is no panel");
    return { page, panel };
  };
  const { panel } = await open();
  expect(words(panel)).toContain("Only the newest");
  expect(within(panel).getByRole("link", { name: "30 days" }).getAttribute("aria-current")).toBe("page");
  wire.alter(DECLINES, LOST);
  const { page, panel: failed } = await open();
  expect(words(failed)).toContain("The payment service can’t be reached");
  expect(words(page.getByRole("row", { name: /^simulator/ }))).toContain("Active");
});

test("each number of a gateway's success rate counts the payments of the list that it leads to", async () => {
  const pay = async (amount: string, outcome: "success" | "failure" | "drop") => {
    const payment = await createPayment(amount, { payment_method: "WALLET" });
    await choose(payment.payment_link, outcome);
    return payment;
  };
  const counts = (page: PageOverHttp) => {
    const count = (what: string): number => {
      const text = words(cardOf(page).getByText(new RegExp(`^[\\d,]+ ${what}$`)));
      return Number(text.replace(/\D/g, ""));
    };
    const unavoidable = count("would fail at any gateway");
    return { paid: count("paid"), failed: count("failed"), unavoidable };
  };
  await pay("70001.00", "success");
  const whole = await openAs("admin", "/gateways");
  const method = within(ratesOf(whole)).getByLabelText("Method");
  const amount = within(ratesOf(whole)).getByRole("option", { name: "10,000.00 to 99,999.99" });
  const values = { method: "WALLET", amount: amount.getAttribute("value") ?? "" };
  const chosen = await sendOf(whole, method, values);
  // What other tests' payments have is there to choose from, too.
  expect(chosen.path).toMatch(
    /\/gateways\?declines=7d&rates=7d&method=WALLET&amount=10000-100000(&currency=)?(&scheme=)?(&bank=)?$/,
  );
  const today = hrefOf(within(ratesOf(chosen)).getByRole("link", { name: "Today" }));
  const first = await openAs("admin", today);
  expect(first.path).toMatch(/rates=today&method=WALLET&amount=10000-100000$/);
  const here = within(ratesOf(first)).getByRole("link", { name: "Today" });
  expect(here.getAttribute("aria-current")).toBe("page");
  const before = counts(first);

  for (let i = 0; i < 11; i += 1) await pay("70002.00", "success");
  const declined = await pay("70003.84", "failure");
  const expired = await pay("70004.83", "failure");
  await pay("70005.00", "drop");
  const page = await openAs("admin", today);
  const kept = within(ratesOf(page)).getByLabelText("Method").querySelector("option[selected]");
  expect(kept?.getAttribute("value")).toBe("WALLET");
  const [paid, failed, unavoidable] = [before.paid + 11, before.failed + 3, before.unavoidable + 2];
  expect(counts(page)).toEqual({ paid, failed, unavoidable });
  const rate = `${String(Math.round((1_000 * paid) / (paid + failed)) / 10)}%`;
  expect(words(cardOf(page).getAllByRole("definition")[0] ?? null)).toContain(rate);

  // The table has the numbers of the chart.
  const table = cardOf(page).getByRole("table", { name: "Success rate of simulator over time" });
  const step = within(table).getAllByRole("link", { name: /failed: simulator, / });
  const ofStep = await openAs("admin", hrefOf(step.at(-1)));
  expect(ofStep.path).toMatch(
    /\/payments\?from=.*&until=.*&gateway=simulator&method=WALLET&min=10000\.00&max=99999\.99/,
  );
  for (const { merchant_transaction_id: reference } of [declined, expired])
    expect(rowsOf(ofStep).join()).toContain(reference);

  const atAny = cardOf(page).getByRole("link", { name: /would fail at any gateway: simulator$/ });
  const list = await openAs("admin", hrefOf(atAny));
  expect(list.path).toMatch(/range=today&gateway=simulator.*decline=unavoidable$/);
  expect(rowsOf(list)).toHaveLength(unavoidable);
  expect(rowsOf(list).join()).toContain(expired.merchant_transaction_id);
});

test("too many payments to count, none, and a failed count are each said", async () => {
  const DAY_MS = 24 * 60 * 60_000;
  /** Thirty days of seven gateways; the last has few payments. Both periods get the same. */
  const rates = Array.from({ length: 30 }, (_, day) =>
    MANY_GATEWAYS.map((gateway, index) => {
      const isFew = index === MANY_GATEWAYS.length - 1;
      const paid = isFew ? 2 : 123_456 - 9_000 * index - ((day * 37) % 11) * 400;
      const failed = isFew ? day % 3 : 4_000 + 900 * index + ((day * 53) % 7) * 300;
      const unavoidable = isFew ? 0 : 2_345;
      const bucket = new Date(Date.now() - day * DAY_MS).toISOString();
      return { bucket, gateway, payments: paid + failed + 40, paid, failed, unavoidable };
    }),
  ).flat();
  wire.alter(RATES, answerOf({ rates, since: SINCE, complete: false }));
  const page = await openAltered("admin", "/gateways?rates=30d");
  expect(words(ratesOf(page))).toContain("There are too many to count");
  expect(within(ratesOf(page)).getAllByRole("article")).toHaveLength(MANY_GATEWAYS.length);
  const card = (gateway = ""): string => words(within(ratesOf(page)).getByRole("article", { name: gateway }));
  expect(card("stripe")).toContain("Share of payments");
  expect(card(MANY_GATEWAYS.at(-1))).toContain("No clear difference");
  expect(words(ratesOf(page))).toContain("Too few payments");

  wire.alter(RATES, answerOf({ rates: [], since: SINCE, complete: true }));
  const none = await openAltered("admin", "/gateways?rates=today&method=EMI");
  expect(words(ratesOf(none))).toContain("No such payments in this period or the one before.");
  wire.alter(RATES, LOST);
  const failed = await openAltered("admin", "/gateways?rates=today&method=EMI");
  expect(words(ratesOf(failed))).toContain("The payment service can’t be reached");
  expect(words(failed.getByRole("row", { name: /^simulator/ }))).toContain("Active");
});

test("the rates of a card scheme and a bank are offered once a payment has them, and each leads to its payments", async () => {
  const bank = `BANK ${String(Date.now())}`;
  const ofBank = { payment_method: "CC", card_scheme: "RUPAY", issuing_bank: bank } as const;
  const pay = async (outcome: "success" | "failure", fields: object = ofBank): Promise<string> => {
    const payment = await createPayment("70100.00", fields);
    await choose(payment.payment_link, outcome);
    return payment.merchant_transaction_id;
  };
  const paid = [await pay("success"), await pay("success")];
  const failed = await pay("failure");
  const visa = await pay("success", { ...ofBank, card_scheme: "VISA" });
  const other = await pay("success", { ...ofBank, issuing_bank: `${bank} OTHER` });
  const whole = await openAs("admin", "/gateways?rates=today");
  within(ratesOf(whole)).getByRole("option", { name: bank });
  const scheme = within(ratesOf(whole)).getByLabelText("Card scheme");
  const page = await sendOf(whole, scheme, { scheme: "RUPAY", bank });
  expect(page.path).toMatch(/scheme=RUPAY&bank=BANK/);

  const listOf = async (name: string): Promise<PageOverHttp> =>
    openAs("admin", hrefOf(cardOf(page).getByRole("link", { name })));
  const ofPaid = await listOf("2 paid: simulator");
  expect(ofPaid.path).toMatch(/range=today&gateway=simulator&.*scheme=RUPAY&bank=BANK.*status=SUCCESS$/);
  expect(rowsOf(ofPaid)).toHaveLength(2);
  for (const reference of paid) expect(rowsOf(ofPaid).join()).toContain(reference);
  let list = await listOf("1 failed: simulator");
  expect(rowsOf(list)).toHaveLength(1);
  expect(rowsOf(list).join()).toContain(failed);

  // The filter of the list has them, too: as chips, in its form, typed and in exports.
  list.getByRole("link", { name: "Remove filter Card scheme RuPay" });
  for (const status of ["Failed", "Dropped"])
    list = await openAs("admin", hrefOf(list.getByRole("link", { name: `Remove filter ${status}` })));
  expect(rowsOf(list)).toHaveLength(3);
  const filter = list.getByRole("form", { name: "Filter payments" });
  const chosen = within(filter).getByLabelText<HTMLInputElement>("Issuing bank");
  expect(chosen.value).toBe(bank);
  const anyScheme = await sendOf(list, chosen, { scheme: "" });
  expect(anyScheme.path).toMatch(/range=today/);
  expect(rowsOf(anyScheme)).toHaveLength(4);
  expect(rowsOf(anyScheme).join()).toContain(visa);
  expect(rowsOf(anyScheme).join()).not.toContain(other);

  const typed = encodeURIComponent(`scheme:visa bank:"${bank.toLowerCase()}" currency:inr`);
  const ofVisa = await openAs("admin", `/payments?typed=${typed}`);
  expect(ofVisa.path).toMatch(/scheme=VISA/);
  expect(rowsOf(ofVisa)).toHaveLength(1);
  const query = new URLSearchParams({ scheme: "RUPAY", bank, format: "csv" });
  const file = await call(`/api/export/payments?${query.toString()}`, {
    headers: { cookie: await cookieOf("admin") },
  });
  expect(file.text.split("\n").filter((line) => line.includes(bank))).toHaveLength(3);
});

test("a page of the list without a match says that older payments may match", async () => {
  const next_cursor = "2026-01-01T00:00:00.000Z_TXN202601010000000000001";
  wire.alter("/v1/ops/payments/search", answerOf({ payments: [], next_cursor }));
  const page = await openAltered("support", "/payments?bank=NOBODY");
  expect(page.text).toContain("No matches so far");
  wire.alter("/v1/ops/payments/search", answerOf({ payments: [], next_cursor: null }));
  const link = page.getByRole("link", { name: "Search older payments" });
  const older = await openAltered("support", hrefOf(link));
  expect(older.path).toMatch(/bank=NOBODY&cursor=/);
  expect(older.text).toContain("No older payments match");
});

test("a service without accounts at gateways and without these filters says so, and offers neither", async () => {
  const operations = ["capabilities", "gateways.list", "payments.search"];
  wire.alter("/v1/ops/capabilities", answerOf({ version: 1, idempotency: true, operations }));
  const earlier = await startDashboardOn(wire.url);
  try {
    const gateways = await openOn(earlier, "admin", "/gateways?tab=accounts");
    expect(gateways.text).toContain("This payment service can’t manage credentials.");
    expect(gateways.queryByRole("region", { name: "Your Stripe account" })).toBeNull();
    const list = await openOn(earlier, "support", "/payments?scheme=VISA&range=today");
    expect(list.text).toMatch(/can’t filter by some of this/);
    const without = list.getByRole("link", { name: "Remove these filters" });
    const page = await openOn(earlier, "support", hrefOf(without));
    expect(page.path).toBe("/payments?range=today");
    const form = within(page.getByRole("form", { name: "Filter payments" }));
    form.getByLabelText("Gateway");
    expect(form.queryByLabelText("Card scheme")).toBeNull();
    expect(form.queryByLabelText("Issuing bank")).toBeNull();
  } finally {
    await earlier.stop();
  }
});
