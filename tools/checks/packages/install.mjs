import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fingerprintPackages } from "../../../server/setup/fingerprint.mjs";
import { acquireLock } from "../../../server/setup/folder-lock.mjs";
import { installCommand } from "../../../server/setup/npm.mjs";
import { root } from "../programs.mjs";

const LOCK_POLL_MS = 200;

/**
 * Installs the packages of one rare check, which are not among those of the checkout (decision 0310), and returns their
 * folder: `.checks/tools/<name>`. Packages that they share with the checkout, such as Vitest, are those of the checkout.
 * Throws with npm's output when they could not be installed.
 */
export async function installTools(name) {
  const source = join(root, "tools", "checks", "packages", name);
  const folder = join(root, ".checks", "tools", name);
  const stamp = join(folder, "node_modules", ".paydeck-packages");
  const fingerprint = fingerprintPackages(source);
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint;
  if (isInstalled()) return folder;
  mkdirSync(folder, { recursive: true });
  const lock = await waitForLock(join(folder, "lock"));
  try {
    if (isInstalled()) return folder;
    rmSync(stamp, { force: true });
    for (const file of ["package.json", "package-lock.json"]) cpSync(join(source, file), join(folder, file));
    const [command, args] = installCommand({ dev: true }, "--legacy-peer-deps");
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) {
      throw new Error(
        `The packages of ${source} could not be installed:\n${error?.message ?? `${stdout}${stderr}`}`,
      );
    }
    writeFileSync(stamp, fingerprint);
  } finally {
    lock.release();
  }
  return folder;
}

async function waitForLock(folder) {
  for (;;) {
    const lock = await acquireLock(folder);
    if (lock.held) return lock;
    await setTimeout(LOCK_POLL_MS);
  }
}
