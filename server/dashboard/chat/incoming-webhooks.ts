import { err, ok } from "@/lib/result";
import type { AddressRange } from "@/server/platform/address-range";
import { createAddressGuard } from "@/server/platform/outbound-http/address-guard";
import { exchange } from "@/server/platform/outbound-http/exchange";
import type { Exchanged } from "@/server/platform/outbound-http/exchanged";
import { readUrl } from "@/server/platform/outbound-http/read-url";
import { type Resolve, resolveByDns } from "@/server/platform/outbound-http/resolve";
import type { Clock } from "@/server/platform/clock";
import type { PortRange } from "@/server/platform/port-range";
import type { Chat, ChatOutcome } from "./chat";

/** The limit from the name's resolution to the end of the response, in milliseconds. */
const TIMEOUT_MS = 10_000;
const USER_AGENT = "Paydeck-Chat/1";
/** Lower ports belong to other services, such as SSH and SMTP. */
const PORTS: readonly PortRange[] = [
  [80, 80],
  [443, 443],
  [1_024, 65_535],
];
const END_LENGTH = 4;
/** The longest pause that a receiver can request. */
const MAX_AFTER_MS = 60 * 60_000;

type ChatSettings = {
  /** Reads dates in Retry-After. */
  clock: Clock;
  publicUrl: string;
  /** Internal chat servers: the only private addresses, and the only ones without TLS, that are called. */
  privateAddressesAllowed: readonly AddressRange[];
  timeoutMs?: number;
  /** Injected, so that a test can rebind a name. */
  resolve?: Resolve;
};

/**
 * Posts to incoming webhooks over HTTPS, never to internal addresses (failure 29): the name is resolved, its addresses
 * are checked, and the connection goes to one that was checked. No redirects, no proxies of the environment.
 */
export function createChat(settings: ChatSettings): Chat {
  const guard = createAddressGuard(settings.privateAddressesAllowed);
  const tools = { guard, portsAllowed: PORTS, resolve: settings.resolve ?? resolveByDns };
  return {
    publicUrl: settings.publicUrl,
    readUrl(text) {
      const read = readUrl(text.trim(), guard, PORTS);
      if (!read.ok) return err("url");
      const url = new URL(read.value);
      // A path or a query is what makes such an address secret.
      if (`${url.pathname}${url.search}`.length <= 2 * END_LENGTH) return err("url");
      return ok({ url: url.href, host: url.host, end: url.href.slice(-END_LENGTH) });
    },
    async send({ url: address, body }) {
      const url = new URL(address);
      const headers = {
        host: url.host,
        "content-type": "application/json; charset=utf-8",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": USER_AGENT,
      };
      let wasConnected = false;
      const onConnected = (): void => {
        wasConnected = true;
      };
      const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
      const exchanged = await exchange(url, { headers, body }, tools, timeoutMs, onConnected);
      return outcomeOf(exchanged, wasConnected, settings.clock.now().getTime());
    },
  };
}

/** What a response, or none, means for the message. */
function outcomeOf(exchanged: Exchanged, wasConnected: boolean, nowMs: number): ChatOutcome {
  if (exchanged.kind === "unanswered") {
    const { error } = exchanged;
    if (error === "address_refused") return { kind: "refused", code: error };
    return { kind: "unavailable", code: error, afterMs: null, mayHaveArrived: wasConnected };
  }
  const { status } = exchanged;
  const code = `HTTP ${String(status)}`;
  // Slack answers 200, the Workflows of Teams 202.
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 429 || status === 503) {
    const afterMs = afterOf(exchanged.headers["retry-after"], nowMs);
    return { kind: "unavailable", code, afterMs, mayHaveArrived: false };
  }
  if (status === 408 || status >= 500)
    return { kind: "unavailable", code, afterMs: null, mayHaveArrived: true };
  return { kind: "refused", code };
}

/** Retry-After in seconds or as a date (RFC 9110), in milliseconds from now; null when there is none. */
function afterOf(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const ms = /^[0-9]{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), MAX_AFTER_MS);
}
