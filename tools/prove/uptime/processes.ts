import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { processIdentity } from "@/server/setup/folder-lock.mjs";
import type { Part } from "./parts";

/** A living process on this machine. */
export type Process = { pid: number; parent: number; command: readonly string[] };

/** A process that can be distinguished from a later one with the same process id. */
export type KnownProcess = Process & { identity: string };

export function childrenOf(parent: number): Process[] {
  return listProcesses().filter((process) => process.parent === parent);
}

/** All descendants of a process. */
export function descendantsOf(ancestor: number): KnownProcess[] {
  const all = listProcesses();
  const below = (parent: number): Process[] =>
    all.filter((process) => process.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(ancestor).flatMap((process) => {
    const identity = processIdentity(process.pid);
    return identity === null ? [] : [{ ...process, identity }];
  });
}

export function isAlive({ pid, identity }: KnownProcess): boolean {
  return processIdentity(pid) === identity;
}

/** The part that a child process of the starter is; null for a short-lived one. */
export function partOf({ command }: Process): Part | null {
  if (basename(command[0] ?? "").startsWith("postgres")) return "database";
  const program = command.findIndex((word) => /\/dist\/(routing|dashboard)\.js$/.test(word));
  if (program === -1) return null;
  if (command[program]?.endsWith("/dashboard.js") === true) return "dashboard";
  return command[program + 1] === "worker" ? "worker" : "routing";
}

/** Without zombies. */
export function listProcesses(platform: NodeJS.Platform = process.platform): Process[] {
  return platform === "linux" ? fromProc() : fromPs();
}

function fromProc(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^[1-9][0-9]*$/.test(name)) return [];
    try {
      // Field 2, the program's name, may contain spaces and parentheses: count from its closing one. Then come the
      // state and the parent.
      const [state, parent] = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      if (state === "Z" || state === "X") return [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").slice(0, -1);
      return [{ pid: Number.parseInt(name, 10), parent: Number.parseInt(parent ?? "", 10), command }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

function fromPs(): Process[] {
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return lines.split("\n").flatMap((line) => {
    const [, pid = "", parent = "", state = "", command = ""] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === "" || state.startsWith("Z")) return [];
    return [
      { pid: Number.parseInt(pid, 10), parent: Number.parseInt(parent, 10), command: command.split(" ") },
    ];
  });
}
