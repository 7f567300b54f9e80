import { closeSync, openSync } from "node:fs";
import { connect, createServer } from "node:net";
import { basename, dirname } from "node:path";

/**
 * A Unix socket in a folder shows whether the process that listens there lives, also to another container that has the
 * same folder: a process id means nothing outside its own container. The kernel answers, so a paused process counts as
 * alive, and one that was killed in any way does not. Other systems than Linux have no such containers, and no sockets here.
 */
const HAS_CONTAINERS = process.platform === "linux";

/** What `bind` says where the file system has no sockets: some of networks, of other systems, and of virtual machines. */
const NO_SOCKETS = new Set(["EPERM", "EOPNOTSUPP", "ENOTSUP", "EINVAL", "ENOSYS"]);

export class NoUnixSockets extends Error {
  constructor(folder, code) {
    super(
      `${folder} is on a file system without Unix sockets (${code}), which tell other containers that it is in use. Put it on a local disk.`,
    );
    this.name = "NoUnixSockets";
  }
}

/**
 * Listens at a path that does not exist, until `close`, which removes it, or the end of the process. A child process
 * that gets `descriptor` as one of its streams holds the socket as well. Throws `NoUnixSockets` where the file system has none.
 */
export async function listenAt(path) {
  if (!HAS_CONTAINERS) return { descriptor: "ignore", close: () => undefined };
  const folder = openSync(dirname(path), "r");
  const server = createServer((socket) => socket.destroy());
  try {
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      // Asking takes the right to write, and the next process may be another user's: the folder decides who gets here.
      server.listen({ path: shortPath(folder, path), readableAll: true, writableAll: true }, resolve);
    });
  } catch (error) {
    closeSync(folder);
    throw NO_SOCKETS.has(error.code) ? new NoUnixSockets(dirname(path), error.code) : error;
  }
  server.unref();
  return {
    // Not documented, but there for every listening server; the streams of a child process take no server itself.
    descriptor: server._handle.fd,
    close() {
      if (!server.listening) return;
      // Removes the socket at once, by the path through the folder that is still open.
      server.close();
      closeSync(folder);
    },
  };
}

/** Whether any process holds the socket at this path. */
export async function isHeld(path) {
  if (!HAS_CONTAINERS) return false;
  let folder;
  try {
    folder = openSync(dirname(path), "r");
    await new Promise((resolve, reject) => {
      const socket = connect(shortPath(folder, path), () => {
        socket.destroy();
        resolve();
      });
      socket.once("error", reject);
    });
    return true;
  } catch (error) {
    if (error.code === "ECONNREFUSED" || error.code === "ENOENT") return false;
    // Nobody accepts, and its queue is full: an orphan of the process that listened.
    if (error.code === "EAGAIN") return true;
    throw error;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

/** A socket's path has at most 107 bytes. */
function shortPath(folder, path) {
  return `/proc/self/fd/${folder}/${basename(path)}`;
}
