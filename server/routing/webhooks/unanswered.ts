import type { WebhookError } from "@/lib/contract/webhook-constants";

/** A request that came to nothing, and why: thrown within this folder, and an outcome outside of it. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
  constructor(
    readonly reason: WebhookError,
    message: string,
  ) {
    super(message);
  }
}

/** What a system error says in a word: "ECONNREFUSED". Its full text may hold more than the merchant should see. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return "unknown error";
}
