import { appendFileSync, renameSync, rmSync, statSync } from "node:fs";

type Limits = {
  /** A file that holds more is set aside, at the end of a line. */
  mostBytes: number;
  /** How many of them are kept: `.1` is the newest. */
  kept: number;
};

/** Together 240 MB for each process. */
const LIMITS: Limits = { mostBytes: 40_000_000, kept: 5 };

/** Appends whole lines. Throws when the disk is full or the folder is gone. */
export function appendToLog(path: string, lines: string, limits = LIMITS): void {
  rotateLog(path, limits);
  appendFileSync(path, lines, { mode: 0o600 });
}

/** Sets a full file aside, and removes the oldest one. For a file that nobody else has open. */
export function rotateLog(path: string, { mostBytes, kept } = LIMITS): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < mostBytes) return;
  rmSync(`${path}.${kept}`, { force: true });
  for (let number = kept; number > 0; number -= 1) {
    const newer = number === 1 ? path : `${path}.${number - 1}`;
    if (statSync(newer, { throwIfNoEntry: false }) !== undefined) renameSync(newer, `${path}.${number}`);
  }
}
