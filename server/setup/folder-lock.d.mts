export type LockAttempt = { held: true; release(): void } | { held: false; owner: string };

/**
 * Acquires the lock at `folder`, or says which living process holds it, be it in another container. Throws when it may not
 * write there.
 */
export function acquireLock(folder: string): Promise<LockAttempt>;

/** A text that no other process on this machine has had; null when no such process exists. */
export function processIdentity(pid: number): string | null;
