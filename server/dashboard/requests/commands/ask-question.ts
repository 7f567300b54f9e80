import type { RequestOutcome } from "@/lib/requests/request-views";
import { err, ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { closed, onRequest } from "./on-request";
import { readRequestText } from "./request-text";

/** Asks the requester something before the request is decided; one question at a time. */
export function askQuestion(ctx: Ctx, input: unknown): Promise<RequestOutcome> {
  return onRequest(ctx, input, {
    permission: "refund_payment",
    by: "others",
    stepOf: (typed, request) => {
      if (request.state !== "OPEN") return err(closed(request));
      const text = readRequestText(typed, { isNeeded: true });
      return text.ok
        ? ok({ kind: "question", text: text.value })
        : err({ kind: "invalid", field: "text", fault: text.error });
    },
  });
}
