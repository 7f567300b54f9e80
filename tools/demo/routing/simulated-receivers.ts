import { signedHeaders } from "@/server/routing/webhooks/sign";
import type { WebhookResult, Webhooks } from "@/server/routing/webhooks/port";

/** The part of an endpoint's name that says how its receiver behaves in the demo. */
const BROKEN = "erp.";
const SLOW = "crm.";

/**
 * The merchant's servers, simulated: the demo sends nothing to the network. Requests are signed as real ones are.
 */
export function simulateReceivers(real: Webhooks, chance: () => number): Webhooks {
  return {
    timeoutMs: real.timeoutMs,
    readUrl: (text) => real.readUrl(text),
    send(request) {
      const { host } = new URL(request.url);
      const requestHeaders = signedHeaders({ ...request, host });
      return Promise.resolve({
        requestHeaders,
        durationMs: Math.round(40 + chance() * 400),
        result: resultOf(host, chance),
      });
    },
  };
}

function resultOf(host: string, chance: () => number): WebhookResult {
  if (host.startsWith(BROKEN)) {
    return answered(503, '{"error":"The order system is being maintained."}');
  }
  if (host.startsWith(SLOW) && chance() < 0.3) {
    return { kind: "unanswered", error: "timed_out", message: "There was no response in time." };
  }
  return answered(200, "ok");
}

function answered(status: number, body: string): WebhookResult {
  return { kind: "answered", status, headers: { "content-type": "text/plain" }, body, bodyIsCut: false };
}
