import type { RequestOutcome } from "@/lib/requests/request-views";
import { err, ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { closed, onRequest } from "./on-request";
import { readRequestText } from "./request-text";

/** Answers finance's question; only the requester does, whatever their role is by now. */
export function answerQuestion(ctx: Ctx, input: unknown): Promise<RequestOutcome> {
  return onRequest(ctx, input, {
    permission: "view_refunds",
    by: "requester",
    stepOf: (typed, request) => {
      if (request.state !== "QUESTION") return err(closed(request));
      const text = readRequestText(typed, { isNeeded: true });
      return text.ok
        ? ok({ kind: "answer", text: text.value })
        : err({ kind: "invalid", field: "text", fault: text.error });
    },
  });
}
