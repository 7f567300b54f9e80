import type { RequestOutcome } from "@/lib/requests/request-views";
import { ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { onRequest } from "./on-request";

/** Withdraws one's own request while it is not decided: nothing is refunded for it. */
export function withdrawRequest(ctx: Ctx, input: unknown): Promise<RequestOutcome> {
  return onRequest(ctx, input, {
    permission: "view_refunds",
    by: "requester",
    stepOf: () => ok({ kind: "withdrawn", text: null }),
  });
}
