import type { WebhookError } from "@/lib/contract/webhook-constants";

/** A request without a usable response, and why: thrown inside this folder, returned as an outcome outside of it. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
  constructor(
    readonly reason: WebhookError,
    message: string,
  ) {
    super(message);
  }
}

/** The code of a system error, such as "ECONNREFUSED". Its full text may contain more than the merchant should see. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return "unknown error";
}
