export type LockAttempt = { held: true; release(): void } | { held: false; ownerPid: number };

/** Takes the lock at `folder`, or tells which living process has it. Throws where it may not write. */
export function acquireLock(folder: string): LockAttempt;

/** A text that no other process of this machine has had; null when no such process exists. */
export function processIdentity(pid: number): string | null;
