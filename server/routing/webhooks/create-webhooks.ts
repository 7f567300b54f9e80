import type { AddressRange } from "@/server/platform/address-range";
import type { PortRange } from "@/server/platform/port-range";
import { createAddressGuard } from "./address-guard";
import { connect, type ConnectTools } from "./connect";
import { withDeadline } from "./deadline";
import type { WebhookRequest, WebhookResult, Webhooks, WebhookSent } from "./port";
import { post } from "./post";
import { readUrl } from "./read-url";
import { type Resolve, resolveByDns } from "./resolve";
import { signedHeaders } from "./sign";
import { codeOf, Unanswered } from "./unanswered";

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
      const result = await exchange(url, requestHeaders, request, tools, options.timeoutMs);
      return { requestHeaders, durationMs: Math.round(performance.now() - startedAt), result };
    },
  };
}

async function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  request: WebhookRequest,
  tools: ConnectTools,
  timeoutMs: number,
): Promise<WebhookResult> {
  try {
    return await withDeadline(timeoutMs, async (signal) => {
      const socket = await connect(url, tools, signal);
      return post(socket, url, headers, request.body, signal);
    });
  } catch (error) {
    if (error instanceof Unanswered)
      return { kind: "unanswered", error: error.reason, message: error.message };
    return { kind: "unanswered", error: "invalid_answer", message: `The exchange failed: ${codeOf(error)}.` };
  }
}
