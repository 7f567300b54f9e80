import type { Result } from "@/lib/result";
import type { Exchanged } from "@/server/platform/outbound-http/exchanged";

/** What the service needs to call merchants' webhook endpoints. It holds no rule about when or how often. */
export interface Webhooks {
  /** The timeout of a request, from the name's resolution to the end of the response. */
  readonly timeoutMs: number;

  /**
   * Checks an address that a merchant enters, without a network call: what it resolves to is checked at every request.
   * Returns the address as it will be called, or a sentence for the merchant.
   */
  readUrl(text: string): Result<string, string>;

  /** Makes one signed request. Never throws for network errors or bad responses. */
  send(request: WebhookRequest): Promise<WebhookSent>;
}

export type WebhookRequest = {
  url: string;
  /** Every attempt of a delivery has the same id. */
  webhookId: string;
  /** When this attempt is made. */
  at: Date;
  body: string;
  /** Each of them signs; two during the overlap of a rotation. */
  secrets: readonly string[];
};

export type WebhookSent = {
  requestHeaders: Readonly<Record<string, string>>;
  durationMs: number;
  result: WebhookResult;
};

export type WebhookResult = Exchanged;
