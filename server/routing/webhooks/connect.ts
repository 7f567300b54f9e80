import { once } from "node:events";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isPortWithin, type PortRange } from "@/server/platform/port-range";
import type { AddressGuard } from "./address-guard";
import { withDeadline } from "./deadline";
import { hostOf, portOf } from "./read-url";
import type { Resolve } from "./resolve";
import { codeOf, Unanswered } from "./unanswered";

/** A name with more addresses than this is tried at its first ones only. */
const MAX_ADDRESSES = 4;
const CONNECT_TIMEOUT_MS = 5_000;

export type ConnectTools = { guard: AddressGuard; portsAllowed: readonly PortRange[]; resolve: Resolve };

/**
 * Connects to a receiver. The name is resolved here, every address is judged, and the judged address itself is what the
 * socket connects to: a name that resolves differently a moment later (DNS rebinding) finds no second look-up to
 * answer. The address of the connected socket is judged once more before a byte is sent.
 */
export async function connect(url: URL, tools: ConnectTools, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url);
  // An endpoint may have been saved before the operator narrowed the ports.
  if (!isPortWithin(portOf(url), tools.portsAllowed)) {
    throw new Unanswered("address_refused", `Webhooks may not be sent to port ${portOf(url)}.`);
  }
  const addresses = isIP(host) === 0 ? await lookUp(host, tools.resolve, signal) : [host];
  for (const address of addresses) judge(url, address, tools.guard);

  return withDeadline(
    CONNECT_TIMEOUT_MS,
    (inTime) => connectToFirst(url, addresses, tools.guard, inTime),
    signal,
  );
}

/** The first address that takes the connection. */
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
 * Throws unless requests may go to this address. Without TLS they may only go to addresses that operators named. What
 * an inside name resolves to is not told: the merchant reads the message.
 */
function judge(url: URL, address: string, guard: AddressGuard): void {
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
  // Between one listener's end and the next one's beginning, an error must not go unheard.
  tcp.on("error", () => undefined);
  try {
    await once(tcp, "connect", { signal });
    judge(url, tcp.remoteAddress ?? "", guard);
    if (!isTls) return tcp;
  } catch (error) {
    tcp.destroy();
    if (error instanceof Unanswered) throw error;
    if (signal.aborted) throw new Unanswered("timed_out", `${host} took no connection in time.`);
    throw new Unanswered("connection_failed", `${host} took no connection: ${codeOf(error)}.`);
  }
  // A name is verified against the certificate as it was asked for; a literal address has no server name to send.
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
