import { formatPaise } from "@/lib/money";
import type { RequestOutcome } from "@/lib/requests/request-views";
import { err, ok } from "@/lib/result";
import { parseTypedAmount } from "@/lib/typed-amount";
import { isImpossiblePart } from "@/lib/whole-currencies";
import type { Ctx } from "../../context";
import { readBalance } from "../../refunds";
import { findRequest } from "../store/requests";
import { closed, onRequest, readStep } from "./on-request";

/**
 * Changes what is requested before it is accepted, to at most what is left of the payment; the requester sees both amounts. The
 * balance is that of the moment: accepting it decides again.
 */
export async function changeRequestAmount(ctx: Ctx, input: unknown): Promise<RequestOutcome> {
  const leftPaise = await readLeft(ctx, input);
  return onRequest(ctx, input, {
    permission: "refund_payment",
    by: "others",
    stepOf: (typed, request) => {
      if (request.state === "ACCEPTED") return err(closed(request));
      const { currency } = request;
      const amount = parseTypedAmount(typed, currency);
      if (!amount.ok || amount.value === 0n)
        return err({ kind: "invalid", field: "amount", fault: "malformed" });
      if (amount.value === request.amountPaise) return ok(null);
      if (leftPaise === null) return err({ kind: "no_balance" });
      if (amount.value > leftPaise)
        return err({ kind: "exceeds_balance", left: formatPaise(leftPaise), currency });
      if (isImpossiblePart(amount.value, leftPaise, currency))
        return err({ kind: "invalid", field: "amount", fault: "no_decimals" });
      return ok({ kind: "amount", text: null, amountPaise: amount.value });
    },
  });
}

/** What is left for the request, in paise; null when it is not known now. */
async function readLeft(ctx: Ctx, input: unknown): Promise<bigint | null> {
  const step = readStep(input);
  const request = step === null ? null : await findRequest(ctx.pool, step.requestId);
  if (request === null || request.serviceAddress !== ctx.routing.serviceAddress) return null;
  const reading = await readBalance(ctx, request, request.id);
  return reading.kind === "ready" ? reading.balance.leftPaise : null;
}
