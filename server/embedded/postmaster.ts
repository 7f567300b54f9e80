import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, open, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "@/server/platform/lifecycle";
import { spawnOptions } from "./command";
import { readPidFile } from "./pid-file";
import type { Placement } from "./placement";
import { sharedBuffers } from "./shared-buffers";

const HOST = "127.0.0.1";
/** Recovery after a crash reads the log since the last checkpoint; on a slow disk that takes a while. */
const READY_LIMIT_MS = 300_000;
const READY_POLL_MS = 15;
const FAST_STOP_LIMIT_MS = 30_000;
/** Backends of a killed postmaster notice within moments; until then a new one refuses to start. */
const OLD_BACKENDS_LIMIT_MS = 20_000;
const OLD_BACKENDS_POLL_MS = 250;
const LOG_TAIL_BYTES = 4_096;

/** A running server. `exited` settles when it ends, whoever ended it. */
export type Postmaster = {
  exited: Promise<void>;
  /** Rolls back what is open, writes a checkpoint, and waits. */
  stop(): Promise<void>;
  /** At once; the next start recovers. */
  kill(): void;
};

type Launch = { placement: Placement; port: number; logFile: string };
type Attempt = { kind: "ready"; postmaster: Postmaster } | { kind: "failed"; log: string };

/** Starts Postgres on the folder and returns when it takes connections; a recovery is awaited. */
export async function startPostmaster(options: Launch): Promise<Postmaster> {
  const patienceEnd = performance.now() + OLD_BACKENDS_LIMIT_MS;
  for (;;) {
    const attempt = await tryToStart(options);
    if (attempt.kind === "ready") return attempt.postmaster;
    const hasOldBackends = /shared memory block .* is still in use|pre-existing shared memory/.test(
      attempt.log,
    );
    if (!hasOldBackends || performance.now() > patienceEnd) {
      throw new StartupError(
        `The embedded Postgres did not start: ${reason(attempt.log)} (see ${options.logFile}).${adviceOn(attempt.log, options.placement.dataFolder)}`,
      );
    }
    await sleep(OLD_BACKENDS_POLL_MS);
  }
}

/** A port that nothing listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === "string") reject(new Error("no port was given"));
        else resolve(address.port);
      });
    });
  });
}

async function tryToStart({ placement, port, logFile }: Launch): Promise<Attempt> {
  const { account, binaries, dataFolder } = placement;
  await mkdir(dirname(logFile), { recursive: true });
  const log = await open(logFile, "a", 0o600);
  const logStart = (await stat(logFile)).size;
  let child: ChildProcess;
  try {
    child = spawn(binaries.postgres, ["-D", dataFolder, ...settings(port)], {
      ...spawnOptions(account),
      // Its own process group: Ctrl-C in a terminal reaches the services only, and Postgres is stopped after them.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
  } finally {
    await log.close();
  }
  let hasEnded = false;
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      hasEnded = true;
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });

  const limit = performance.now() + READY_LIMIT_MS;
  while (!hasEnded && performance.now() < limit) {
    const status = await readPidFile(dataFolder);
    if (status !== null && status.pid === child.pid && status.isReady) {
      return {
        kind: "ready",
        postmaster: { exited, stop: () => stop(child, exited), kill: () => child.kill("SIGQUIT") },
      };
    }
    await sleep(READY_POLL_MS);
  }
  if (!hasEnded) await stop(child, exited);
  return { kind: "failed", log: await readFrom(logFile, logStart) };
}

function settings(port: number): string[] {
  const values = {
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: "",
    // Thirty for each process of the service, of which any number may stand on it; a slot that nobody uses costs little.
    max_connections: "400",
    shared_buffers: sharedBuffers(),
    // A new database knows nothing of its tables and plans by guesses until it is analysed, which waits for the next visit.
    autovacuum_naptime: "10s",
    // Statements and details of errors hold people's data, and once the roles' passwords: none of it is logged.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_line_prefix: "%m [%p] ",
    log_timezone: "UTC",
    timezone: "UTC",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill("SIGINT");
  const inTime = await Promise.race([
    exited.then(() => true),
    sleep(FAST_STOP_LIMIT_MS, false, { ref: false }),
  ]);
  if (!inTime) child.kill("SIGQUIT");
  await exited;
}

async function readFrom(file: string, start: number): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const from = Math.max(start, size - LOG_TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOG_TAIL_BYTES), 0, LOG_TAIL_BYTES, from);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** How Postgres words that it cannot make sense of its files, or not get at them. */
const DAMAGE =
  /PANIC|could not (open|read|access|locate)|is not a database|incorrect checksum|invalid|corrupt|bogus|does not exist|wrong ownership|invalid permissions/;

function adviceOn(log: string, dataFolder: string): string {
  const last = log.split("\n").findLast((line) => /FATAL|PANIC/.test(line)) ?? log;
  if (/[Pp]ermission denied|ownership|permissions/.test(last)) {
    return ` Files in ${dataFolder} are not its user's: give all of them to the user that owns the folder (chown -R).`;
  }
  if (!DAMAGE.test(last)) return "";
  return (
    ` The files in ${dataFolder} are damaged. Nothing was changed. Restore a backup ` +
    "(npm run restore -- FILE --replace keeps what is there aside), or move the folder away to start empty."
  );
}

function reason(log: string): string {
  const fatal = log.split("\n").findLast((line) => /FATAL|PANIC/.test(line));
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, "") ?? "it ended without a word";
}
