export type LockFile = {
  packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
};

/** The problems of a lock file, one line each. */
export function faultsOfLock(lock: LockFile): string[];

export function readLock(root: string): LockFile;
