export type LockFile = {
  packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
};

/** What is wrong with a lock file, a line each. */
export function faultsOfLock(lock: LockFile): string[];

export function readLock(root: string): LockFile;
