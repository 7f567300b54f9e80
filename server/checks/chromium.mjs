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
/** A machine without fonts shows ₹ as an empty box. */
const DEBIAN_FONTS = "fonts-dejavu-core";

/** The browser of the end-to-end tests: CHROMIUM_PATH, the system's, or Playwright's own; null when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return named;
  return [...USUAL_PATHS, playwrightsOwn()].find((path) => path !== null && existsSync(path)) ?? null;
}

/** Finds or installs the browser. Returns its path, or one line that says what to do. */
export function ensureChromium() {
  const found = findChromium();
  if (found !== null) {
    return existsSync(found)
      ? { path: found }
      : { problem: `CHROMIUM_PATH names ${found}, which is not there.` };
  }
  console.log("Installing Chromium for the end-to-end tests…");
  const tries = [...(mayUseApt() ? [installFromDebian] : []), installFromPlaywright];
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

function installFromDebian() {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (!run("apt-get", ["update", "-qq"], env)) return;
  DEBIAN_BROWSERS.some((browser) =>
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", browser, DEBIAN_FONTS], env),
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
