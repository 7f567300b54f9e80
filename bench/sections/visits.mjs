import { figure, figureMs, signIn, withBrowser } from "../browser.mjs";
import { median, spread } from "../load.mjs";
import { seedPayments } from "../seed.mjs";

const VISITS = 9;
const REFUNDS = 10;

/** A phone on a train: 200 kB a second, 150 ms to the server and back, a processor four times slower. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000, offline: false };
const SLOWER_PROCESSOR = 4;

const PAGES = [
  "/payments",
  "/refunds",
  "/overview",
  "/approvals",
  "/rules",
  "/webhooks",
  "/people",
  "/audit",
];

/** What a first visit, a slow line and a wait for a refund are like, in Chromium against the production build. */
export async function measureVisits(stack) {
  const { ids, references } = await seedPayments(stack.pool, stack.merchant.id, {
    count: REFUNDS,
    status: "SUCCESS",
  });
  return withBrowser(async (browser) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, stack);
    const cookies = await context.cookies();
    return [
      ...(await firstVisits(browser, cookies, stack, ids[0], references[0])),
      await shifts(context, stack),
      ...(await refundEnds(page, stack, ids, references)),
    ];
  });
}

async function firstVisits(browser, cookies, stack, id, reference) {
  const address = `${stack.dashboardUrl}/payments?reference=${reference}`;
  const visits = async (isSlow) => {
    const times = [];
    for (let visit = 0; visit < VISITS; visit += 1)
      times.push(await visitCold(browser, cookies, address, id, isSlow));
    return median(times.slice(1));
  };
  return [
    figureMs("/payments with a record, alive with nothing cached, median", await visits(false), 250),
    figureMs("the same on a slow line and processor", await visits(true), 1_350),
  ];
}

/** From the start of the navigation until the record is there and React has taken the page over. */
async function visitCold(browser, cookies, address, id, isSlow) {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.alive = new Promise((resolve) => {
      window.addEventListener("paydeck:alive", () => resolve(performance.now()));
    });
  });
  if (isSlow) {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
  }
  await page.goto(address, { waitUntil: "commit" });
  await page.getByRole("article", { name: id }).waitFor();
  const ms = await page.evaluate(() => window.alive);
  await context.close();
  return ms;
}

/** What moves while a page opens, the worst of all pages. */
async function shifts(context, { dashboardUrl }) {
  let worst = { path: "", shift: 0 };
  for (const path of PAGES) {
    const page = await context.newPage();
    await page.goto(`${dashboardUrl}${path}`, { waitUntil: "networkidle" });
    const shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 300);
        }),
    );
    if (shift >= worst.shift) worst = { path, shift };
    await page.close();
  }
  return figure(
    `layout shift, the worst of ${PAGES.length} pages (${worst.path})`,
    worst.shift.toFixed(3),
    "0",
    worst.shift === 0,
  );
}

/** From the service's own time of a refund's end to its word on the screen of whoever asked for it. */
async function refundEnds(page, { dashboardUrl, pool, merchant }, ids, references) {
  const waits = [];
  for (const [index, reference] of references.entries()) {
    await page.goto(`${dashboardUrl}/payments?reference=${reference}`);
    await page.getByRole("article", { name: ids[index] }).getByRole("button", { name: "Refund" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Refund amount").fill("5.00");
    await dialog.getByRole("button", { name: "Refund ₹5.00" }).click();
    await page.waitForURL(/\/refunds\/RFD/);
    await page
      .getByRole("main")
      .getByRole("status")
      .first()
      .getByText("SUCCESS")
      .waitFor({ timeout: 60_000 });
    const seenAt = Date.now();
    const { rows } = await pool.query(
      "select completed_at from refunds where merchant_id = $1 and payment_id = $2 order by requested_at desc limit 1",
      [merchant.id, ids[index]],
    );
    waits.push(seenAt - rows[0].completed_at.getTime());
  }
  const { p50, p95 } = spread(waits);
  return [
    figureMs("a refund's end, from the service to the screen, p95", p95, 1_500),
    figure("the same, median", `${p50.toFixed(0)} ms`, "—", true),
  ];
}
