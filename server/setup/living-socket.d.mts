/** A socket that shows to every container with this folder that its process lives. */
export type LivingSocket = {
  /** For the streams of a child process, which then holds the socket as well. */
  descriptor: number | "ignore";
  /** Removes the socket. */
  close(): void;
};

/** Its message says what to do. */
export class NoUnixSockets extends Error {}

/** Listens at a path that does not exist. Throws {@link NoUnixSockets} where the file system has none. */
export function listenAt(path: string): Promise<LivingSocket>;

/** Whether any process holds the socket at this path. */
export function isHeld(path: string): Promise<boolean>;
