export type LockAttempt = { held: true; release(): void } | { held: false; ownerPid: number };

/** Acquires the lock at `folder`, or returns the living process that holds it. Throws when it may not write there. */
export function acquireLock(folder: string): LockAttempt;

/** A text that no other process on this machine has had; null when no such process exists. */
export function processIdentity(pid: number): string | null;
