import type { RequestReasonsView } from "@/lib/requests/request-views";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readReasonRules } from "../../reasons/store";

/** The reasons that a selection of payments can be requested with. */
export async function requestReasons(ctx: Ctx): Promise<RequestReasonsView> {
  if (!(await authorize(ctx, "request_refund", { kind: "payment_list", id: "" })))
    return { kind: "forbidden" };
  return { kind: "ready", ...(await readReasonRules(ctx.pool)) };
}
