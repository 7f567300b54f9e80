import { setTimeout as sleep } from "node:timers/promises";
import { figure, signIn, withBrowser } from "../browser.mjs";
import { runLoad } from "../load.mjs";
import { residentMb } from "../processor.mjs";
import { seedPayments } from "../seed.mjs";
import { signedRequest } from "../sign.mjs";
import { startStack } from "../stack.mjs";

const AMOUNT = "1.00";
/** The number of rows that a run processes concurrently, and of callers that it is compared with. */
const AT_ONCE = 4;
const LIMIT_MS = 900_000;
const SAMPLE_MS = 250;
/** A limit that is reached long before the machine's, and the calls per row: its balance and its refund. */
const LIMITED_TO = 40;
const CALLS_A_ROW = 2;

/**
 * A file of refunds through the bulk screen, compared with the same number made by a program: each row reads its
 * payment and refunds it, four at once, and the service sets no limit. The screen adds its ledger, its audit log and
 * its progress. Then a shorter file against a service with a limit, to measure how much of the limit becomes refunds.
 */
export async function measureBulk(stack, { quick }) {
  const rows = quick ? 800 : 5_000;
  const seed = (count) => seedPayments(stack.pool, stack.merchant.id, { count, status: "SUCCESS" });
  const alone = await refundAlone(stack, await seed(rows / 5));
  const run = await refundFile(stack, rows);
  const perSecond = rows / run.seconds;
  const limited = await refundUnderLimit(quick ? 200 : 1_000);
  const inAll = rows.toLocaleString("en");
  return [
    figure(`${inAll} rows checked, a second`, (rows / run.checkedIn).toFixed(0), "—", true),
    figure(`${inAll} refunds through the bulk screen, a second`, perSecond.toFixed(0), "—", true),
    figure(
      `the same, to ${AT_ONCE} callers of the service`,
      (perSecond / alone).toFixed(2),
      "0.5",
      perSecond >= alone / 2,
    ),
    // Compared with the run's first fifth, because before the file the process has done almost nothing.
    figure(
      "memory of the dashboard before the file, at most in the first fifth of the run, at most in all of it",
      [run.before, run.mostAtFirst, run.most].map((mb) => `${mb.toFixed(0)} MB`).join(", "),
      "flat: within a quarter of the first fifth",
      run.most <= run.mostAtFirst * 1.25,
    ),
    figure(
      `refunds a second under a limit of ${LIMITED_TO} requests a second`,
      limited.toFixed(1),
      "—",
      true,
    ),
    figure(
      `the same, of what the limit allows at ${CALLS_A_ROW} requests each`,
      ((limited * CALLS_A_ROW) / LIMITED_TO).toFixed(2),
      "0.8",
      limited * CALLS_A_ROW >= LIMITED_TO * 0.8,
    ),
  ];
}

async function refundUnderLimit(rows) {
  const stack = await startStack({ callsASecond: LIMITED_TO });
  try {
    const { seconds } = await refundFile(stack, rows);
    return rows / seconds;
  } finally {
    await stack.stop();
  }
}

/** Refunds new payments through the bulk screen and checks that each was refunded once. */
async function refundFile(stack, rows) {
  const { ids, references } = await seedPayments(stack.pool, stack.merchant.id, {
    count: rows,
    status: "SUCCESS",
  });
  const file = ["reference,amount", ...references.map((reference) => `${reference},${AMOUNT}`)].join("\n");
  const run = await withBrowser(async (browser) => {
    const page = await browser.newPage();
    await signIn(page, stack);
    return refundByScreen(page, stack, file, rows);
  });
  const { rows: made } = await stack.pool.query(
    "select count(*)::integer as n from refunds where merchant_id = $1 and payment_id = any($2)",
    [stack.merchant.id, ids],
  );
  if (made[0].n !== rows) throw new Error(`${made[0].n} of ${rows} refunds were made`);
  return run;
}

/** Refunds per second of a program that reads each payment and refunds it. */
async function refundAlone({ routingUrl, merchant }, { ids, references }) {
  const requests = ids.flatMap((id, at) => [
    signedRequest(merchant, "/v1/route/refund-initiate/", { transaction_id: id, refund_amount: AMOUNT }, [
      id,
      AMOUNT,
    ]),
    signedRequest(merchant, "/v1/route/transaction-status", { merchant_transaction_id: references[at] }, [
      references[at],
    ]),
  ]);
  const load = await runLoad({
    port: Number(new URL(routingUrl).port),
    callers: AT_ONCE,
    seconds: 60,
    next: () => requests.pop(),
    expected: [200, 201],
  });
  return load.perSecond / 2;
}

async function refundByScreen(page, { dashboardUrl, dashboardPid }, file, rows) {
  await page.goto(`${dashboardUrl}/bulk/new`);
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  const before = residentMb(dashboardPid);
  const held = [];
  let isOver = false;
  let sampling = null;
  const sample = async () => {
    while (!isOver) {
      held.push(residentMb(dashboardPid));
      await sleep(SAMPLE_MS);
    }
  };
  try {
    const sent = performance.now();
    await page.getByRole("button", { name: "Check rows" }).click();
    await page.getByRole("region", { name: "Before you start" }).waitFor({ timeout: LIMIT_MS });
    const checkedIn = (performance.now() - sent) / 1_000;

    await page.getByRole("button", { name: "Start" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Number of rows").fill(String(rows));
    await dialog.getByLabel("Total in INR").fill((rows * Number(AMOUNT)).toFixed(2));
    const startedAt = performance.now();
    sampling = sample();
    await dialog.getByRole("button", { name: /^Refund / }).click();
    await page
      .getByRole("region", { name: "Progress" })
      // Every row was sent; polling of their refunds continues.
      .getByText(/^(Ended|Sent, in progress)$/)
      .first()
      .waitFor({ timeout: LIMIT_MS });
    const seconds = (performance.now() - startedAt) / 1_000;
    const mostAtFirst = Math.max(...held.slice(0, Math.ceil(held.length / 5)));
    return { before, mostAtFirst, most: Math.max(...held), checkedIn, seconds };
  } finally {
    isOver = true;
    await sampling;
  }
}
