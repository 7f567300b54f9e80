import { parseTypedAmount } from "@/lib/typed-amount";
import type { RequestOutcome } from "@/lib/requests/request-views";
import { err, ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { closed, onRequest } from "./on-request";

/** Changes what is requested before it is accepted; the requester sees both amounts. */
export function changeRequestAmount(ctx: Ctx, input: unknown): Promise<RequestOutcome> {
  return onRequest(ctx, input, {
    permission: "refund_payment",
    by: "others",
    stepOf: (typed, request) => {
      if (request.state === "ACCEPTED") return err(closed(request));
      const amount = parseTypedAmount(typed, request.currency);
      if (!amount.ok || amount.value === 0n)
        return err({ kind: "invalid", field: "amount", fault: "malformed" });
      if (amount.value === request.amountPaise) return ok(null);
      return ok({ kind: "amount", text: null, amountPaise: amount.value });
    },
  });
}
