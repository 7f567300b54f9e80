import { commandsHere } from "@/server/platform/commands-here";
import { type ChildProcess, spawn } from "node:child_process";
import { open, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeFolder } from "@/server/platform/close-folder";
import type { ProcessRun } from "@/server/platform/keep-running";
import { StartupError } from "@/server/platform/lifecycle";
import { rotateLog } from "@/server/platform/log-file";
import { listenAt } from "@/server/setup/living-socket.mjs";
import { spawnOptions } from "./command";
import { livingSocketPath, readPidFile } from "./pid-file";
import type { Placement } from "./placement";
import { sharedBuffers } from "./shared-buffers";

const HOST = "127.0.0.1";
const READY_POLL_MS = 15;
const FAST_STOP_LIMIT_MS = 30_000;
/** Backends of a killed postmaster end within moments; until then a new one refuses to start. */
const OLD_BACKENDS_LIMIT_MS = 20_000;
const OLD_BACKENDS_POLL_MS = 250;
const LOG_TAIL_BYTES = 4_096;

/**
 * A running server. `stop` rolls back open transactions, writes a checkpoint, and waits; after `kill` the next start
 * recovers.
 */
export type Postmaster = ProcessRun;

/** Why a server did not start. */
export class PostmasterFailure extends StartupError {
  constructor(
    message: string,
    /**
     * `damage`: its files need a person. `killed`: it ended without a message. `refused`: its message says why it
     * cannot start now.
     */
    readonly reason: "damage" | "killed" | "refused",
  ) {
    super(message);
  }
}

type Launch = {
  placement: Placement;
  port: number;
  logFile: string;
  /** Its data are deleted afterwards, so nothing is written durably. */
  isTrial?: boolean;
};
type Attempt =
  | { kind: "ready"; postmaster: Postmaster }
  | { kind: "failed"; log: string; wasKilled: boolean };

/**
 * Starts Postgres on the folder and returns when it accepts connections; waits for a recovery unless the signal is
 * aborted. Throws a {@link PostmasterFailure} when it does not start.
 */
export async function startPostmaster(options: Launch, signal?: AbortSignal): Promise<Postmaster> {
  const patienceEnd = performance.now() + OLD_BACKENDS_LIMIT_MS;
  for (;;) {
    const attempt = await tryToStart(options, signal);
    if (attempt.kind === "ready") return attempt.postmaster;
    const hasOldBackends = /shared memory block .* is still in use|pre-existing shared memory/.test(
      attempt.log,
    );
    if (!hasOldBackends || signal?.aborted === true || performance.now() > patienceEnd) {
      const { kind, advice } = diagnose(attempt, options.placement.dataFolder);
      throw new PostmasterFailure(
        `The embedded Postgres did not start: ${reason(attempt.log)} (see ${options.logFile}).${advice}`,
        kind,
      );
    }
    await sleep(OLD_BACKENDS_POLL_MS);
  }
}

/** A port that is unused at this moment. */
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

async function tryToStart(
  { placement, port, logFile, isTrial = false }: Launch,
  signal?: AbortSignal,
): Promise<Attempt> {
  const { account, binaries, dataFolder } = placement;
  await closeFolder(dirname(logFile));
  rotateLog(logFile);
  const log = await open(logFile, "a", 0o600);
  const logStart = (await stat(logFile)).size;
  const living = await listenAt(livingSocketPath(dataFolder));
  let child: ChildProcess;
  try {
    child = spawn(binaries.postgres, ["-D", dataFolder, ...settings(port, isTrial)], {
      ...spawnOptions(account),
      // A separate process group: Ctrl-C in a terminal reaches only the services, and Postgres is stopped after them.
      detached: true,
      stdio: ["ignore", log.fd, log.fd, living.descriptor],
    });
  } catch (error) {
    living.close();
    throw error;
  } finally {
    await log.close();
  }
  let hasEnded = false;
  let wasKilled = false;
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => {
      hasEnded = true;
      living.close();
      wasKilled = signal !== null;
      resolve(signal === null ? `it ended with code ${code ?? "unknown"}` : `it was killed (${signal})`);
    });
    child.once("error", (error) => {
      hasEnded = true;
      living.close();
      resolve(`it failed (${error.message})`);
    });
  });

  // Crash recovery reads the log since the last checkpoint. One that is interrupted starts over, so it has no timeout.
  while (!hasEnded && signal?.aborted !== true) {
    const status = await readPidFile(dataFolder);
    if (status !== null && status.pid === child.pid && status.isReady) {
      return {
        kind: "ready",
        postmaster: { ended, stop: () => stop(child, ended), kill: () => void child.kill("SIGQUIT") },
      };
    }
    await sleep(READY_POLL_MS);
  }
  if (!hasEnded) await stop(child, ended);
  return { kind: "failed", log: await readFrom(logFile, logStart), wasKilled };
}

function settings(port: number, isTrial: boolean): string[] {
  const values = {
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: "",
    // Up to 68 for each process of the service, of which there may be several. An unused one costs little, except its
    // part of the table of predicate locks, which only serializable transactions use, and Paydeck has none (0266).
    max_connections: "400",
    max_pred_locks_per_transaction: "10",
    shared_buffers: sharedBuffers(),
    // The default is a 32nd of shared_buffers, of which a first start uses all; commits empty it many times a second
    // (0266).
    wal_buffers: "4MB",
    // Workers that read ahead help large scans from slow disks; here they would only take memory (0266).
    io_method: "sync",
    // A new database has no statistics and plans by guesses until autovacuum visits and analyses it.
    autovacuum_naptime: "10s",
    // Error statements and details contain personal data, and initially the roles' passwords: none of it is logged.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    // The log is set aside at a start only: what comes regularly would let it grow.
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
    log_timezone: "UTC",
    timezone: "UTC",
    ...(isTrial ? { fsync: "off" } : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill("SIGINT");
  const inTime = await Promise.race([
    ended.then(() => true),
    sleep(FAST_STOP_LIMIT_MS, false, { ref: false }),
  ]);
  if (!inTime) child.kill("SIGQUIT");
  await ended;
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

/** Messages of Postgres about files that it cannot read or understand. */
const DAMAGE =
  /PANIC|could not (open|read|access|locate)|is not a database|incorrect checksum|invalid|corrupt|bogus|does not exist|wrong ownership|invalid permissions/;
/** Messages about resources that the machine lacks at the moment; they may mention any file, and may be a PANIC. */
const SHORTAGE =
  /No space left|[Dd]isk quota exceeded|Too many open files|Cannot allocate memory|out of memory|Resource temporarily unavailable/;

type Diagnosis = { kind: PostmasterFailure["reason"]; advice: string };

function diagnose({ log, wasKilled }: { log: string; wasKilled: boolean }, dataFolder: string): Diagnosis {
  const last = fatalLine(log);
  if (last === undefined && wasKilled) return { kind: "killed", advice: "" };
  const words = last ?? log;
  if (/No space left|[Dd]isk quota exceeded/.test(words)) {
    return { kind: "refused", advice: ` Nothing is damaged: free space on the disk of ${dataFolder}.` };
  }
  if (SHORTAGE.test(words)) return { kind: "refused", advice: "" };
  if (/[Pp]ermission denied|ownership|permissions/.test(words)) {
    return {
      kind: "damage",
      advice: ` Files in ${dataFolder} are not its user's: give all of them to the user that owns the folder (chown -R).`,
    };
  }
  if (!DAMAGE.test(words)) return { kind: "refused", advice: "" };
  return {
    kind: "damage",
    advice:
      ` The files in ${dataFolder} are damaged. Nothing was changed. Restore a backup ` +
      commandsHere(
        "(npm run restore -- FILE --replace keeps what is there aside), or move the folder away to start empty.",
      ),
  };
}

function fatalLine(log: string): string | undefined {
  return log.split("\n").findLast((line) => /FATAL|PANIC/.test(line));
}

function reason(log: string): string {
  return fatalLine(log)?.replace(/^.*?(FATAL|PANIC):\s*/, "") ?? "it ended without a word";
}
