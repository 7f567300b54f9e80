import type { RequestOutcome } from "@/lib/requests/request-views";
import { err, ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { onRequest } from "./on-request";
import { readRequestText } from "./request-text";

/** Declines a request with a reason, which the requester sees. Never one's own. */
export function declineRequest(ctx: Ctx, input: unknown): Promise<RequestOutcome> {
  return onRequest(ctx, input, {
    permission: "refund_payment",
    by: "others",
    stepOf: (typed) => {
      const text = readRequestText(typed, { isNeeded: true });
      return text.ok
        ? ok({ kind: "declined", text: text.value })
        : err({ kind: "invalid", field: "text", fault: text.error });
    },
  });
}
