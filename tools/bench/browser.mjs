import { chromium } from "@playwright/test";
import { ensureChromium } from "../checks/chromium.mjs";

/** Starts a browser, installing it if necessary, passes it to `work` and always closes it. */
export async function withBrowser(work) {
  const { path, problem } = ensureChromium();
  if (problem !== undefined) throw new Error(problem);
  const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export async function signIn(page, { dashboardUrl, password }) {
  await page.goto(`${dashboardUrl}/login`, { waitUntil: "networkidle" });
  await page.getByLabel("Email").fill("admin@example.com");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** A row in the table of pages. */
export function figure(name, value, goal, isMet) {
  return { name, value, goal, isMet };
}

/** The same for milliseconds, with the goal of at most `goalMs`. */
export function figureMs(name, ms, goalMs) {
  return figure(name, `${ms.toFixed(0)} ms`, `${goalMs} ms`, ms <= goalMs);
}
