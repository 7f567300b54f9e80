import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that the system gives to outgoing connections: one of those can be in use again before the test's server
 * listens on it, seconds later.
 */
const PORTS = { from: 12_000, below: 32_000 };
const MOST_TRIES = 50;

/** A port of this machine that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.below);
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => void server.close(() => resolve(true)));
  });
}
