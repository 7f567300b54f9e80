import { Buffer } from "node:buffer";
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Longer than any stage takes; a program that hangs must not block the whole run. */
const LIMIT_MS = 75 * 60_000;

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

/**
 * The same without waiting. Its output is shown immediately, or with `isShown: false` when the program has ended. Returns its
 * exit code, or the name of the signal that ended it.
 */
export async function run(path, args, { env = {}, isShown }) {
  const child = spawn(process.execPath, [join(root, path), ...args], {
    cwd: root,
    env: { ...process.env, ...(isShown && process.stdout.isTTY ? {} : { NO_COLOR: "1" }), ...env },
    stdio: isShown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    timeout: LIMIT_MS,
  });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk));
  const [code, signal] = await once(child, "close");
  if (!isShown) process.stdout.write(Buffer.concat(chunks));
  return code ?? signal;
}

const LOWEST_PORT = 12_000;
const HIGHEST_PORT = 31_999;

/**
 * Currently unused ports, as texts. They are below those that systems give to connections and to servers that ask for
 * any port: what else runs takes no such port between this call and the start of the program that is to have it.
 */
export function freePorts(count) {
  const program = `
    const { createServer } = require("node:net");
    const open = (resolve) => {
      const port = ${LOWEST_PORT} + Math.floor(Math.random() * ${HIGHEST_PORT - LOWEST_PORT + 1});
      const server = createServer().once("error", () => open(resolve));
      server.listen(port, "127.0.0.1", () => resolve(server));
    };
    Promise.all(Array.from({ length: ${count} }, () => new Promise(open))).then((servers) => {
      console.log(servers.map((server) => server.address().port).join(" "));
      for (const server of servers) server.close();
    });`;
  return spawnSync(process.execPath, ["-e", program], { encoding: "utf8" }).stdout.trim().split(" ");
}
