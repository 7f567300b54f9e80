import { spawnSync } from "node:child_process";

/** Runs a program where its process has another id, and sees none of the others; all of it ends with `unshare`. */
export const CONTAINER = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"] as const;

/** Not without root, and not on every system. */
export const MAY_CONTAIN = spawnSync(CONTAINER[0], [...CONTAINER.slice(1), "true"]).status === 0;
