import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "@/server/platform/lifecycle";
import { readRunningStack } from "@/server/platform/running";
import { acquireLock } from "@/server/setup/folder-lock.mjs";
import { NoUnixSockets } from "@/server/setup/living-socket.mjs";

type Lock = Awaited<ReturnType<typeof acquireLock>>;

/**
 * Locks a data folder for this process; the lock of a killed process is ignored. Returns the function that unlocks it.
 */
export async function takeDataFolder(folder: string): Promise<() => void> {
  const lock = await lockDataFolder(folder);
  if (lock.held) return () => lock.release();
  const url = readRunningStack(folder)?.dashboardUrl ?? "still starting";
  throw new StartupError(
    `Paydeck already runs here (${lock.owner}, ${url}). Stop it, or set DATA_DIR, PORT and ROUTING_PORT to run another beside it.`,
  );
}

/** Locks the data folder for callers that can also work beside the lock's owner. */
export async function lockDataFolder(folder: string): Promise<Lock> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return await acquireLock(join(folder, "paydeck.lock"));
  } catch (error) {
    if (error instanceof NoUnixSockets) throw new StartupError(error.message);
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new StartupError(
      `${folder} cannot be written (${code}). Give this user the right to it, or set DATA_DIR to another folder.`,
    );
  }
}
