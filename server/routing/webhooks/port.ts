import type { Result } from "@/lib/result";
import type { WebhookError } from "@/lib/contract/webhook-constants";

/** What the service needs to reach merchants' webhook receivers. It holds no rule on when or how often. */
export interface Webhooks {
  /** How long a request may take at most, from the name's resolution to the end of the answer. */
  readonly timeoutMs: number;

  /**
   * Judges an address that a merchant asks for, without reaching out: what it resolves to is judged at every request.
   * Answers the address as it will be called, or a sentence for the merchant.
   */
  readUrl(text: string): Result<string, string>;

  /** Makes one signed request. Never throws for what happens outside. */
  send(request: WebhookRequest): Promise<WebhookSent>;
}

export type WebhookRequest = {
  url: string;
  /** The same in every attempt of a delivery. */
  webhookId: string;
  /** When this attempt is made. */
  at: Date;
  body: string;
  /** Each signs; two during a rotation's overlap. */
  secrets: readonly string[];
};

export type WebhookSent = {
  requestHeaders: Readonly<Record<string, string>>;
  durationMs: number;
  result: WebhookResult;
};

export type WebhookResult =
  | {
      kind: "answered";
      status: number;
      headers: Readonly<Record<string, string>>;
      /** The first 4 KiB; `bodyIsCut` when there was more, or when its end never came. */
      body: string;
      bodyIsCut: boolean;
    }
  | { kind: "unanswered"; error: WebhookError; message: string };
