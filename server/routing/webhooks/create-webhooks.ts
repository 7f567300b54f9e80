import type { AddressRange } from "@/server/platform/address-range";
import type { PortRange } from "@/server/platform/port-range";
import { createAddressGuard } from "@/server/platform/outbound-http/address-guard";
import { exchange } from "@/server/platform/outbound-http/exchange";
import { readUrl } from "@/server/platform/outbound-http/read-url";
import { type Resolve, resolveByDns } from "@/server/platform/outbound-http/resolve";
import type { Webhooks, WebhookSent } from "./port";
import { signedHeaders } from "./sign";

/** Sends webhooks over HTTP, never to internal addresses (failure 29). Proxies of the environment are not used. */
export function createWebhooks(options: {
  privateAddressesAllowed: readonly AddressRange[];
  portsAllowed: readonly PortRange[];
  timeoutMs: number;
  resolve?: Resolve;
}): Webhooks {
  const guard = createAddressGuard(options.privateAddressesAllowed);
  const tools = { guard, portsAllowed: options.portsAllowed, resolve: options.resolve ?? resolveByDns };
  return {
    timeoutMs: options.timeoutMs,
    readUrl: (text) => readUrl(text, guard, options.portsAllowed),
    async send(request): Promise<WebhookSent> {
      const url = new URL(request.url);
      const requestHeaders = signedHeaders({ ...request, host: url.host });
      const startedAt = performance.now();
      const sent = { headers: requestHeaders, body: request.body };
      const result = await exchange(url, sent, tools, options.timeoutMs);
      return { requestHeaders, durationMs: Math.round(performance.now() - startedAt), result };
    },
  };
}
