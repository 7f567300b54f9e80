import { formatPaise } from "@/lib/money";
import type { RequestRow } from "@/lib/requests/request-views";
import type { Ctx } from "../../context";
import { readBalance } from "../../refunds";
import { presentOutside } from "../../refunds/domain";
import { presentRequest, type RefundRequest } from "../domain/request";

/** The service answers more at once, but a list must not crowd out refunds. */
const AT_ONCE = 5;

/** Requests with the remaining balance of those that wait for a decision; null where it could not be read. */
export async function withBalance(ctx: Ctx, requests: readonly RefundRequest[]): Promise<RequestRow[]> {
  const rows: RequestRow[] = requests.map((request) => ({
    ...presentRequest(request, ctx.actor.userId, ctx.clock.now()),
    left: null,
    outside: null,
  }));
  const waiting = rows.filter(
    ({ isUndecided }, index) => isUndecided && requests[index]?.serviceAddress === ctx.routing.serviceAddress,
  );
  for (let at = 0; at < waiting.length; at += AT_ONCE) {
    await Promise.all(
      waiting.slice(at, at + AT_ONCE).map(async (row) => {
        const reading = await readBalance(ctx, row, row.requestId);
        if (reading.kind !== "ready") return;
        row.left = formatPaise(reading.balance.leftPaise);
        row.outside = presentOutside(reading.balance.outside);
      }),
    );
  }
  return rows;
}
