import { startBarePage } from "../bare-page.mjs";
import { figure, figureMs, signIn, withBrowser } from "../browser.mjs";
import { median, spread } from "../load.mjs";
import { seedPayments } from "../seed.mjs";

const THOROUGH = { warmUpVisits: 5, visits: 9, refunds: 10 };
const QUICK = { warmUpVisits: 1, visits: 3, refunds: 3 };
const REST_MS = 1_000;

/** A phone on a train: 200 kB per second, 150 ms round trip, a processor four times slower. */
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

/** Measures a first visit, a slow connection and the wait for a refund, in Chromium against the production build. */
export async function measureVisits(stack, { quick }) {
  const counts = quick ? QUICK : THOROUGH;
  const { ids, references } = await seedPayments(stack.pool, stack.merchant.id, {
    count: counts.refunds,
    status: "SUCCESS",
  });
  return withBrowser(async (browser) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, stack);
    const cookies = await context.cookies();
    return [
      ...(await firstVisits(browser, cookies, stack, { id: ids[0], reference: references[0] }, counts)),
      await shifts(context, stack),
      ...(await refundEnds(page, stack, ids, references)),
    ];
  });
}

/**
 * Alternates with a one-button page of the same Next: the difference is Paydeck's share of a visit. Each measurement
 * uses an open tab on an idle machine.
 */
async function firstVisits(browser, cookies, stack, { id, reference }, { warmUpVisits, visits }) {
  const bare = await startBarePage();
  try {
    const paydeck = {
      address: `${stack.dashboardUrl}/payments?reference=${reference}`,
      cookies,
      shown: (page) => page.getByRole("article", { name: id }),
    };
    const floor = {
      address: bare.url,
      cookies: [],
      shown: (page) => page.getByRole("button", { name: "Alive" }),
    };
    for (let visit = 0; visit < warmUpVisits; visit += 1)
      for (const one of [paydeck, floor]) await visitCold(browser, one, false);
    const take = async (isSlow) => {
      const times = [[], []];
      for (let visit = 0; visit < visits; visit += 1)
        for (const [index, one] of [paydeck, floor].entries())
          times[index].push(await visitCold(browser, one, isSlow));
      return times.map((samples) => ({
        paintedMs: median(samples.map(({ paintedMs }) => paintedMs)),
        aliveMs: median(samples.map(({ aliveMs }) => aliveMs)),
      }));
    };
    return [
      ...visitFigures("/payments with a record, nothing cached", await take(false), 250),
      ...visitFigures("the same on a slow line and processor", await take(true), 1_350),
    ];
  } finally {
    await bare.stop();
  }
}

function visitFigures(name, [paydeck, floor], goalMs) {
  const beside = (key) => `a bare page ${floor[key].toFixed(0)}: ${(paydeck[key] / floor[key]).toFixed(2)}`;
  return [
    figureMs(`${name}, painted, median (${beside("paintedMs")})`, paydeck.paintedMs, goalMs),
    figureMs(`${name}, alive, median (${beside("aliveMs")})`, paydeck.aliveMs, goalMs),
  ];
}

/** From the start of the navigation until the first paint of its main content, and until its buttons work. */
async function visitCold(browser, { address, cookies, shown }, isSlow) {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  if (isSlow) {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_PROCESSOR });
  }
  await page.waitForTimeout(REST_MS);
  await page.goto(address, { waitUntil: "commit" });
  await shown(page).waitFor();
  const at = (type, name) =>
    page.evaluate(
      ([type, name]) =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => {
            const [entry] = list.getEntriesByName(name);
            if (entry !== undefined) resolve(entry.startTime);
          }).observe({ type, buffered: true });
        }),
      [type, name],
    );
  const aliveMs = await at("mark", "hydrated");
  const paintedMs = await at("paint", "first-contentful-paint");
  await context.close();
  return { paintedMs, aliveMs };
}

/** The layout shift while a page opens; the worst of all pages. */
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

/** From the service's time of a refund's final status until the requester's screen shows it. */
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
