import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The browser's paths on Debian-like and some other systems. The headless shell renders the same pages as Chromium with
 * two thirds of the processor time, because it has no window.
 */
const USUAL_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
/** In order of preference: older releases of Debian have no headless shell. */
const DEBIAN_BROWSERS = ["chromium-headless-shell", "chromium"];
/** The first draws ₹, the second Devanagari: a machine without them shows empty boxes. */
const DEBIAN_FONTS = ["fonts-dejavu-core", "fonts-lohit-deva"];
/** Two letters of Devanagari: where a font is missing, both are the same box. */
const LETTERS = ["₹", "क", "ख"];
const DRAW_LIMIT_MS = 60_000;

/** The browser of the end-to-end tests: CHROMIUM_PATH, the system's, or Playwright's own; null when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return named;
  return [...USUAL_PATHS, playwrightsOwn()].find((path) => path !== null && existsSync(path)) ?? null;
}

/** Finds or installs the browser and the fonts of its tests. Returns its path, or one line that says what to do. */
export function ensureChromium() {
  const browser = ensureBrowser();
  if (browser.problem !== undefined || drawsEveryLetter(browser.path)) return browser;
  console.log("Installing fonts for the end-to-end tests…");
  if (mayUseApt() && installFromDebian(DEBIAN_FONTS) && drawsEveryLetter(browser.path)) return browser;
  return {
    problem:
      `${browser.path} does not start, or has no font for ${LETTERS.join(", ")}: the tests would measure empty boxes. ` +
      `Install a font for Devanagari (Debian's packages are ${DEBIAN_FONTS.join(" and ")}).`,
  };
}

/** Draws each letter and compares the pictures: fontconfig's own list does not exist on every system. */
export function drawsEveryLetter(path, env = process.env) {
  const page = `<meta charset="utf-8"><script>(${drawLetters})(${JSON.stringify(LETTERS)})</script>`;
  const address = `data:text/html;base64,${Buffer.from(page).toString("base64")}`;
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", address];
  const { stdout } = spawnSync(path, args, { env, encoding: "utf8", timeout: DRAW_LIMIT_MS });
  return stdout?.includes("<title>every letter</title>") ?? false;
}

/** Runs in the browser. */
function drawLetters(letters) {
  const { document } = globalThis;
  const pictures = ["", ...letters].map((letter) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 48;
    const context = canvas.getContext("2d");
    context.font = "24px sans-serif";
    context.fillText(letter, 8, 32);
    return canvas.toDataURL();
  });
  document.title = new Set(pictures).size === pictures.length ? "every letter" : "empty boxes";
}

function ensureBrowser() {
  const found = findChromium();
  if (found !== null) {
    return existsSync(found)
      ? { path: found }
      : { problem: `CHROMIUM_PATH names ${found}, which is not there.` };
  }
  console.log("Installing Chromium for the end-to-end tests…");
  const tries = [...(mayUseApt() ? [installBrowserFromDebian] : []), installFromPlaywright];
  for (const install of tries) {
    install();
    const path = findChromium();
    if (path !== null) return { path };
  }
  return {
    problem:
      "There is no Chromium, and it could not be installed. Install the package chromium, or set CHROMIUM_PATH to a Chromium.",
  };
}

function mayUseApt() {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

function installBrowserFromDebian() {
  DEBIAN_BROWSERS.some((browser) => installFromDebian([browser]));
}

function installFromDebian(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return (
    run("apt-get", ["update", "-qq"], env) &&
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], env)
  );
}

function installFromPlaywright() {
  const command = createRequire(import.meta.url).resolve("@playwright/test/package.json");
  run(process.execPath, [join(dirname(command), "cli.js"), "install", "chromium"], process.env);
}

/** Prints the output only after a failure, because another way is tried next. */
function run(command, args, env) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { env, encoding: "utf8" });
  if (status === 0) return true;
  console.error(`${command} ${args.join(" ")}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  return false;
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)("playwright-core").chromium.executablePath();
  } catch {
    return null;
  }
}
