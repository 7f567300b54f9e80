import { once } from "node:events";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isPortWithin, type PortRange } from "@/server/platform/port-range";
import type { AddressGuard } from "./address-guard";
import { withDeadline } from "./deadline";
import { hostOf, portOf } from "./read-url";
import type { Resolve } from "./resolve";
import { codeOf, Unanswered } from "./unanswered";

/** Only this many of a name's addresses are tried. */
const MAX_ADDRESSES = 4;
const CONNECT_TIMEOUT_MS = 5_000;

export type ConnectTools = { guard: AddressGuard; portsAllowed: readonly PortRange[]; resolve: Resolve };

/**
 * Connects to the server of an address that somebody entered. The name is resolved here, every address is checked, and the socket connects to the
 * checked address itself: a name that resolves differently a moment later (DNS rebinding) is not resolved again. The
 * address of the connected socket is checked once more before a byte is sent.
 */
export async function connect(url: URL, tools: ConnectTools, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  // The endpoint may have been saved before the operator restricted the ports.
  if (!isPortWithin(portOf(url), tools.portsAllowed)) {
    throw new Unanswered("address_refused", `Webhooks may not be sent to port ${portOf(url)}.`);
  }
  const addresses = isIP(host) === 0 ? await lookUp(host, tools.resolve, signal) : [host];
  for (const address of addresses) requireAllowed(url, address, tools.guard);

  return withDeadline(
    CONNECT_TIMEOUT_MS,
    (inTime) => connectToFirst(url, addresses, tools.guard, inTime),
    signal,
  );
}

/** Connects to the first address that accepts. */
async function connectToFirst(
  url: URL,
  addresses: readonly string[],
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<Socket> {
  let failure = new Unanswered("name_not_resolved", `${hostOf(url)} has no address.`);
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    try {
      return await connectTo(url, address, guard, signal);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      failure = error;
      if (error.reason !== "connection_failed") break;
    }
  }
  throw failure;
}

async function lookUp(host: string, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  try {
    return await resolve(host, signal);
  } catch {
    if (signal.aborted) throw new Unanswered("timed_out", `${host} was not resolved in time.`);
    throw new Unanswered("name_not_resolved", `${host} could not be resolved.`);
  }
}

/**
 * Throws unless requests may go to this address. Without TLS only addresses that operators named are allowed. The
 * message does not show what an internal name resolves to, because the merchant reads it.
 */
function requireAllowed(url: URL, address: string, guard: AddressGuard): void {
  const verdict = guard(address);
  if (verdict === "allowed" || (verdict === "public" && url.protocol === "https:")) return;
  throw new Unanswered(
    "address_refused",
    `${hostOf(url)} leads to an address that webhooks may not be sent to.`,
  );
}

async function connectTo(
  url: URL,
  address: string,
  guard: AddressGuard,
  signal: AbortSignal,
): Promise<Socket> {
  const isTls = url.protocol === "https:";
  const host = hostOf(url);
  const tcp = connectPlain({ host: address, port: portOf(url) });
  // An error between two listeners must still have a handler, or Node throws it.
  tcp.on("error", () => undefined);
  try {
    await once(tcp, "connect", { signal });
    requireAllowed(url, tcp.remoteAddress ?? "", guard);
    if (!isTls) return tcp;
  } catch (error) {
    tcp.destroy();
    if (error instanceof Unanswered) throw error;
    if (signal.aborted) throw new Unanswered("timed_out", `${host} took no connection in time.`);
    throw new Unanswered("connection_failed", `${host} took no connection: ${codeOf(error)}.`);
  }
  // The certificate is verified for the requested name; a literal address sends no server name (SNI).
  const tls = connectTls({
    socket: tcp,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ["http/1.1"],
  });
  tls.on("error", () => undefined);
  try {
    await once(tls, "secureConnect", { signal });
    return tls;
  } catch (error) {
    tls.destroy();
    tcp.destroy();
    if (signal.aborted) throw new Unanswered("timed_out", `${host} did not agree on TLS in time.`);
    throw new Unanswered("tls_failed", `TLS with ${host} failed: ${codeOf(error)}.`);
  }
}
