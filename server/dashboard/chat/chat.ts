import type { Result } from "@/lib/result";

/** The body of one message, in the format of its kind of chat. */
export type ChatRequest = {
  /** The address of the incoming webhook. A secret: never logged, never part of an error. */
  url: string;
  body: string;
};

/** `code`: "HTTP 404", or why there was no response; never the receiver's text. */
export type ChatOutcome =
  | { kind: "sent" }
  /** The receiver does not accept it, or the address may not be called. Repeating it does not help for long. */
  | { kind: "refused"; code: string }
  /** Not now, or unknown. `afterMs`: as the receiver requested. */
  | { kind: "unavailable"; code: string; afterMs: number | null; mayHaveArrived: boolean };

/** What posts messages to chats. */
export type Chat = {
  /** What links begin with, without a slash at the end. */
  publicUrl: string;
  /**
   * Checks an address that an admin enters, without a network call: what it resolves to is checked at every request.
   * Returns it as it will be called, with what may be shown of it.
   */
  readUrl(text: string): Result<{ url: string; host: string; end: string }, "url">;
  /** Makes one request. Never throws for network errors or bad responses. */
  send(request: ChatRequest): Promise<ChatOutcome>;
};
