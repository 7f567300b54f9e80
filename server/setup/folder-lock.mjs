import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isHeld, listenAt } from "./living-socket.mjs";

/**
 * A lock between processes, held by a living process and free once that process is dead, however it died. Plain
 * JavaScript without dependencies: the set-up needs it before anything is installed.
 *
 * An owner lives while its process id has its start time, or its socket answers: the id is unknown to other containers
 * that have the folder.
 *
 * The lock is a folder of numbered files; the file with the highest number names the owner. A process that finds this
 * owner dead creates the next number, which only one can (`link` fails where a name exists). Numbers never go back, not
 * even on release, so a slow process that still sees an old owner finds a higher number afterwards and gives up. If one
 * file were deleted and re-created instead, two processes could both get the lock in between.
 */

const FREE = { pid: 0, identity: "" };
const OWNER_ONLY = 0o700;

export async function acquireLock(folder) {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  closeToOthers(folder);
  const identity = processIdentity(process.pid) ?? "";
  for (;;) {
    const highest = highestNumber(folder);
    const owner = highest === 0 ? FREE : readOwner(folder, highest);
    if (isProcess(owner)) return { held: false, owner: `pid ${owner.pid}` };
    if (await responses(folder, owner)) return { held: false, owner: "in another container" };
    const mine = highest + 1;
    const socket = socketName(mine);
    const living = await listenAt(join(folder, socket));
    if (!createEntry(folder, mine, { pid: process.pid, identity, socket })) {
      living.close();
      continue;
    }
    if (highestNumber(folder) !== mine) {
      rmSync(join(folder, String(mine)), { force: true });
      living.close();
      continue;
    }
    for (const name of readdirSync(folder)) {
      if (parseInt(name, 10) < mine) rmSync(join(folder, name), { force: true });
    }
    return {
      held: true,
      release() {
        replaceEntry(folder, mine, FREE);
        living.close();
      },
    };
  }
}

/**
 * A text that no other process on this machine has had: the process id alone is reused after a restart. Null when no
 * such process exists.
 */
export function processIdentity(pid) {
  if (process.platform === "linux") {
    try {
      // The name, field 2, may contain spaces and parentheses: count from its closing one. Field 3 is the state, 22 the
      // start time.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      if (fields[0] === "Z" || fields[0] === "X") return null;
      return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19]}`;
    } catch {
      return null;
    }
  }
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], options).trim() || null;
  } catch {
    return null;
  }
}

/** A person may have opened it. A process that does not own the folder may still use the lock if it can write there. */
function closeToOthers(folder) {
  try {
    if ((statSync(folder).mode & 0o777) !== OWNER_ONLY) chmodSync(folder, OWNER_ONLY);
  } catch (error) {
    if (error.code !== "EPERM") throw error;
  }
}

function isProcess(owner) {
  return owner.pid > 0 && processIdentity(owner.pid) === owner.identity;
}

async function responses(folder, { socket }) {
  return socket !== undefined && (await isHeld(join(folder, socket)));
}

/** It begins with the number that it is for: a higher one makes it useless, and it is deleted. */
function socketName(number) {
  return `${number}-${randomBytes(6).toString("hex")}.socket`;
}

function numbers(folder) {
  return readdirSync(folder).flatMap((name) => (/^[1-9][0-9]*$/.test(name) ? [Number(name)] : []));
}

function highestNumber(folder) {
  return Math.max(0, ...numbers(folder));
}

/** An unreadable entry was left by a power failure, or has just been superseded: it has no owner. */
function readOwner(folder, number) {
  try {
    const owner = JSON.parse(readFileSync(join(folder, String(number)), "utf8"));
    const isValid = Number.isInteger(owner.pid) && typeof owner.identity === "string";
    return isValid && /^[^/]+$/.test(owner.socket ?? "none") ? owner : FREE;
  } catch (error) {
    if (error.code === "EACCES") throw error;
    return FREE;
  }
}

function createEntry(folder, number, owner) {
  const draft = writeDraft(folder, owner);
  try {
    linkSync(draft, join(folder, String(number)));
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replaceEntry(folder, number, owner) {
  renameSync(writeDraft(folder, owner), join(folder, String(number)));
}

function writeDraft(folder, owner) {
  const draft = join(folder, `draft-${process.pid}-${randomBytes(6).toString("hex")}`);
  writeFileSync(draft, `${JSON.stringify(owner)}\n`);
  return draft;
}
