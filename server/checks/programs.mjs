import { execFile, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Longer than any stage takes; a program that hangs must not block the whole run. */
const LIMIT_MS = 40 * 60_000;

/** Runs a Node program of the checkout and captures its output. `status`: 0 when it succeeded. */
export function runQuietly(path, ...args) {
  const options = { cwd: root, maxBuffer: 256 * 1024 * 1024, timeout: LIMIT_MS };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, path), ...args], options, (error, stdout, stderr) => {
      // After an exit code, the program's own output explains the failure.
      const failure = error === null || typeof error.code === "number" ? "" : `\n${error.message}`;
      resolve({ status: error === null ? 0 : 1, output: `${stdout}${stderr}${failure}`.trim() });
    });
  });
}

/**
 * Runs a Node program of the checkout and shows its output immediately. Returns its exit code; null when a signal ended
 * it.
 */
export function runShown(path, args, env = {}) {
  const { status } = spawnSync(process.execPath, [join(root, path), ...args], {
    cwd: root,
    // Colours are for a terminal; in a file they make the text unreadable.
    env: { ...process.env, ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }), ...env },
    stdio: ["ignore", "inherit", "inherit"],
    timeout: LIMIT_MS,
  });
  return status;
}

/** Currently unused ports, as texts. */
export function freePorts(count) {
  const program = `
    const { createServer } = require("node:net");
    const servers = Array.from({ length: ${count} }, () => createServer().listen(0, "127.0.0.1"));
    Promise.all(servers.map((server) => new Promise((resolve) => server.once("listening", resolve)))).then(() => {
      console.log(servers.map((server) => server.address().port).join(" "));
      for (const server of servers) server.close();
    });`;
  return spawnSync(process.execPath, ["-e", program], { encoding: "utf8" }).stdout.trim().split(" ");
}
