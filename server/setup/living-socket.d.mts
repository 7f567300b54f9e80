/** A socket that shows to every container with this folder that its process lives. */
export type LivingSocket = {
  /** For the streams of a child process, which then holds the socket as well. */
  descriptor: number | "ignore";
  /** Removes the socket. */
  close(): void;
};

/** Listens at a path that does not exist. Throws where the file system has no sockets. */
export function listenAt(path: string): Promise<LivingSocket>;

/** Whether any process holds the socket at this path. */
export function isHeld(path: string): Promise<boolean>;
