import { figure, figureMs, signIn, withBrowser } from "../browser.mjs";
import { median, runLoad, spread } from "../load.mjs";
import { seedPayments } from "../seed.mjs";
import { signedRequest } from "../sign.mjs";

const SEARCHES = 25;
const VISITS = 10;
const LONG_LIST = 100_000;
const LONG_LIST_PAGES = 12;

/** The waiting times of a person, in Chromium against the production build. */
export async function measurePages(stack) {
  const { ids, references } = await seedPayments(stack.pool, stack.merchant.id, {
    count: SEARCHES,
    status: "SUCCESS",
  });
  return withBrowser(async (browser) => {
    const page = await browser.newPage();
    await signIn(page, stack);
    return [
      ...(await searches(page, stack, ids, references)),
      await navigation(page, stack),
      ...(await longList(page, stack)),
    ];
  });
}

/** From Enter in the search until the payment is painted, and the part of it outside the service's own response. */
async function searches(page, { dashboardUrl, merchant, service }, ids, references) {
  await page.goto(`${dashboardUrl}/payments`, { waitUntil: "networkidle" });
  const times = [];
  for (const [index, reference] of references.entries()) {
    const field = page.getByLabel("Merchant reference").first();
    await field.fill(reference);
    times.push(
      await page.evaluate((id) => {
        const form = document.querySelector("form[role=search]");
        const startedAt = performance.now();
        form.requestSubmit();
        return new Promise((resolve) => {
          const check = () => {
            const isThere = [...document.querySelectorAll("article")].some((one) =>
              one.textContent.includes(id),
            );
            if (isThere) resolve(performance.now() - startedAt);
            else requestAnimationFrame(check);
          };
          check();
        });
      }, ids[index]),
    );
  }
  const requests = references.map((reference) =>
    signedRequest(merchant, "/v1/route/transaction-status", { merchant_transaction_id: reference }, [
      reference,
    ]),
  );
  const next = () => requests.pop();
  const answer = await runLoad({
    port: service.port,
    callers: 1,
    seconds: 30,
    next,
    expected: 200,
  });
  const painted = spread(times.slice(5));
  const [median, late] = [painted.p50 - answer.p50, painted.p95 - answer.p50];
  return [
    figureMs("search to record painted beyond the service's answer, median", median, 60),
    figureMs("the same, p95", late, 120),
  ];
}

/** From a click in the navigation to the next page's heading. */
async function navigation(page, { dashboardUrl }) {
  const times = [];
  await page.goto(`${dashboardUrl}/payments`, { waitUntil: "networkidle" });
  for (let visit = 0; visit < VISITS; visit += 1) {
    for (const path of ["/refunds", "/people"]) {
      times.push(
        await page.evaluate((to) => {
          const heading = document.querySelector("main h1");
          const startedAt = performance.now();
          document.querySelector(`nav a[href="${to}"]`).click();
          return new Promise((resolve) => {
            const check = () => {
              const now = document.querySelector("main h1");
              if (now !== null && now !== heading && location.pathname === to)
                resolve(performance.now() - startedAt);
              else requestAnimationFrame(check);
            };
            check();
          });
        }, path),
      );
    }
  }
  const { p50 } = spread(times.slice(4));
  return figureMs("from page to page, median", p50, 80);
}

/**
 * A list of a hundred thousand, read as people do: scroll a page to its end with the wheel, then open the next. No page
 * contains all rows, so the length of the list shows in the time of each next page.
 */
async function longList(page, { dashboardUrl, pool, merchant }) {
  const { ids } = await seedPayments(pool, merchant.id, { count: LONG_LIST, status: "SUCCESS" });
  try {
    await pool.query("analyze payments");
    await page.goto(`${dashboardUrl}/payments`, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
      }).observe({ type: "longtask" });
    });
    const times = [];
    for (let turned = 0; turned < LONG_LIST_PAGES; turned += 1) {
      await scrollToEnd(page);
      times.push(await turnPage(page));
    }
    const longest = await page.evaluate(() => window.longest);
    return [
      figure(
        "the longest task of the page while a list of 100,000 is scrolled and turned",
        longest === 0 ? "none over 50 ms" : `${longest.toFixed(0)} ms`,
        "50 ms",
        longest <= 50,
      ),
      figureMs("from one of its pages to the next, median", median(times.slice(2)), 80),
    ];
  } finally {
    await pool.query("delete from payments where merchant_id = $1 and id = any($2)", [merchant.id, ids]);
  }
}

async function scrollToEnd(page) {
  await page.mouse.move(640, 360);
  const isAtEnd = () =>
    page.evaluate(() => window.scrollY + window.innerHeight >= document.body.scrollHeight - 1);
  while (!(await isAtEnd())) await page.mouse.wheel(0, 240);
}

/** From a click on "Older" to the rows of the next page. */
function turnPage(page) {
  return page.evaluate(() => {
    const firstRow = () => document.querySelector("main tbody tr")?.textContent;
    const before = firstRow();
    const startedAt = performance.now();
    [...document.querySelectorAll("main nav a")].find((link) => link.textContent.includes("Older")).click();
    return new Promise((resolve) => {
      const check = () => {
        const now = firstRow();
        if (now !== undefined && now !== before) resolve(performance.now() - startedAt);
        else requestAnimationFrame(check);
      };
      check();
    });
  });
}
