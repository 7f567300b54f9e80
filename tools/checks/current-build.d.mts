/** Whether the last build of a checkout is one of its present sources. */
export function isBuildCurrent(root: string): boolean;
