import { Buffer } from "node:buffer";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprintPackages, fingerprintSources, fingerprintTools } from "./fingerprint.mjs";
import { acquireLock } from "./folder-lock.mjs";
import { NoUnixSockets } from "./living-socket.mjs";
import { installCommand } from "./npm.mjs";

/**
 * Prepares a checkout: installs packages when the lock file requires others than those installed and, with `--build`,
 * builds when a source has changed; with `--rebuild`, always; with `--tools`, the programs of tools/ too. With `--checks`,
 * the packages are also there that only tests and tools need: without them, a first start takes a fifth less time
 * (decision 0310). Runs before anything is installed, so it uses only Node.
 */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const OLDEST_NODE = [20, 9];
const ACTION_KEY = Buffer.from("server actions of every version.").toString("base64");
const LOCK_POLL_MS = 200;

/** Stored inside the folder that it describes, so that deleting the folder also deletes the stamp. */
const packages = (name) => ({
  stamp: join(root, "node_modules", name),
  fingerprint: () => fingerprintPackages(root),
  exists: () => existsSync(join(root, "node_modules", "next", "package.json")),
});
const installed = packages(".paydeck-packages");
/** The same with those for checks: a later installation without them deletes this stamp with the folder. */
const installedForChecks = packages(".paydeck-check-packages");
const built = {
  stamp: join(root, "dist", ".paydeck-sources"),
  fingerprint: () => fingerprintSources(root),
  exists: () => existsSync(join(root, ".next", "BUILD_ID")) && existsSync(join(root, "dist", "start.js")),
};
const builtTools = {
  stamp: join(root, "dist", "tools", ".paydeck-sources"),
  fingerprint: () => fingerprintTools(root),
  exists: () => existsSync(join(root, "dist", "tools", "prove.js")),
};

/** A failure reported in one line, after the output of the failed program. */
class Failure extends Error {
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

try {
  checkNode();
  const isRebuild = process.argv.includes("--rebuild");
  await prepare({
    wantsBuild: isRebuild || process.argv.includes("--build"),
    isRebuild,
    wantsTools: process.argv.includes("--tools"),
    wantsChecks: process.argv.includes("--checks"),
  });
} catch (error) {
  if (error instanceof Failure) console.error(`${error.output}${error.message}`);
  else if (error instanceof NoUnixSockets) console.error(error.message);
  else if (["EACCES", "EPERM", "EROFS"].includes(error.code)) console.error(noRight(error));
  else if (error.code === "ENOSPC")
    console.error(`The disk is full: ${error.path ?? root} could not be written.`);
  else throw error;
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map((part) => parseInt(part, 10));
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Failure(
    `Paydeck needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`,
  );
}

/** Checks first and locks only when there is work: a prepared checkout may be read-only. */
async function prepare({ wantsBuild, isRebuild, wantsTools, wantsChecks }) {
  const steps = [
    wantsChecks
      ? { target: installedForChecks, run: (fingerprint) => install({ dev: true }, fingerprint) }
      : // What somebody installed for checks is not taken away by a start after an update.
        { target: installed, run: (fingerprint) => install({ dev: hasCheckPackages() }, fingerprint) },
    ...(wantsBuild ? [{ target: built, run: build }] : []),
    ...(wantsTools ? [{ target: builtTools, run: buildTools }] : []),
  ];
  const isDone = ({ target }) => isCurrent(target) && !(isRebuild && target === built);
  if (steps.every(isDone)) return;
  const lock = await waitForLock(join(root, "dist", "setup.lock"));
  try {
    for (const step of steps) {
      if (isDone(step)) continue;
      const { target, run } = step;
      // Computed before the work, so that a file that changes meanwhile triggers the work again at the next start.
      const fingerprint = target.fingerprint();
      rmSync(target.stamp, { force: true });
      await run(fingerprint);
      if (!target.exists())
        throw new Failure(`${basename(dirname(target.stamp))} is incomplete after the set-up.`);
      writeStamp(target.stamp, fingerprint);
    }
  } finally {
    lock.release();
  }
}

function isCurrent({ stamp, fingerprint, exists }) {
  if (!existsSync(stamp) || !exists()) return false;
  return readFileSync(stamp, "utf8").trim() === fingerprint();
}

function writeStamp(path, fingerprint) {
  writeFileSync(`${path}.draft`, `${fingerprint}\n`);
  renameSync(`${path}.draft`, path);
}

async function waitForLock(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  for (let isFirst = true; ; isFirst = false) {
    const lock = await acquireLock(folder);
    if (lock.held) return lock;
    if (isFirst) console.log(`Waiting for another set-up of this checkout (${lock.owner})…`);
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

async function install({ dev }, fingerprint) {
  console.log("Installing packages…");
  for (const { stamp } of [installed, installedForChecks]) rmSync(stamp, { force: true });
  await run(
    ...installCommand({ dev }),
    "The packages could not be installed (npm's words are above). Run the command again when that is put right.",
  );
  // The caller writes the stamp that it asked for; with everything installed, the other one holds too.
  if (dev) for (const { stamp } of [installed, installedForChecks]) writeStamp(stamp, fingerprint);
}

function hasCheckPackages() {
  return existsSync(join(root, "node_modules", "vitest", "package.json"));
}

/**
 * Next takes random names and keys unless it is given some; these depend on the sources alone, so that the same sources
 * make the same files. The id of a server action depends on its name and the key: the same key in every build lets pages
 * of the version before call the actions of this one. The dashboard replaces the key when it starts (decision 0256).
 */
async function build(fingerprint) {
  console.log("Building…");
  const failure = "The build failed (its words are above).";
  // Its 130 MB cost a sixth of a build, and many a checkout is built once.
  const isFirst = !existsSync(join(root, ".next", "BUILD_ID"));
  await run(process.execPath, [join(root, "node_modules", "next", "dist", "bin", "next"), "build"], failure, {
    PAYDECK_BUILD_ID: fingerprint.slice(0, 20),
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: ACTION_KEY,
    PAYDECK_BUILD_CACHE: isFirst ? "0" : "1",
  });
  const steps = ["compress.mjs", "bundle.mjs"].map((step) => join(root, "server", "setup", step));
  await Promise.all(steps.map((step) => run(process.execPath, [step], failure)));
}

async function buildTools() {
  console.log("Building tools…");
  const bundle = join(root, "server", "setup", "bundle.mjs");
  await run(process.execPath, [bundle, "--tools"], "The build of the tools failed (its words are above).");
}

/** Resolves when the program has ended with 0; otherwise rejects with what it printed. */
function run(command, args, failure, variables = {}) {
  const options = {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables },
    maxBuffer: 64 * 1024 * 1024,
  };
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) resolve();
      // After an exit code, the program's own output explains the failure.
      else if (typeof error.code === "number" || error.signal)
        reject(new Failure(failure, `${stdout}${stderr}`.replace(/\n*$/, "\n")));
      else reject(new Failure(`${failure} (${error.message})`));
    });
    child.stdin?.end();
  });
}

function noRight(error) {
  const user = process.getuid === undefined ? "This user" : `User ${process.getuid()}`;
  return `${user} may not write ${error.path ?? root}. Give it the right (chown), or clone into a folder of its own.`;
}
