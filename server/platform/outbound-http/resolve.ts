import { Resolver } from "node:dns/promises";

/** Resolves a host's addresses; throws when there are none. Injected, so that a test can rebind a name. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>;

export const LOOPBACK = "127.0.0.1";

/** Names that always mean this machine, whatever DNS says (RFC 6761). */
export function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Queries DNS directly. Not the system's resolver: that one blocks one of only four threads of Node's pool for as long
 * as a dead name server takes.
 */
export const resolveByDns: Resolve = async (host, signal) => {
  if (isLocalName(host)) return [LOOPBACK];
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((response) => (response.status === "fulfilled" ? response.value : []));
    if (addresses.length === 0) throw new Error(`no address was found for ${host}`);
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};
