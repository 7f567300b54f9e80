import type { ServiceTrouble } from "@/lib/views";

/** What an unanswered question means, in words: what happened, what it says about the money, what to do. */
export function troubleWords(trouble: ServiceTrouble): { title: string; meaning: string } {
  switch (trouble.kind) {
    case "unavailable":
      return {
        title: "The payment service can’t be reached",
        meaning:
          "It gave no usable answer. This says nothing about the payment or the money: nothing was changed. Try again in a moment.",
      };
    case "key_refused":
      return {
        title: "The payment service refused Paydeck’s key",
        meaning:
          "The API key or salt is wrong or was revoked. Nothing was changed. Tell an administrator: until they set a valid key, trying again will not help.",
      };
    case "busy":
      return {
        title: "The payment service is busy",
        meaning: `It asked for a pause. Nothing was changed. Try again in ${String(trouble.retryAfterSeconds)} s.`,
      };
  }
}
