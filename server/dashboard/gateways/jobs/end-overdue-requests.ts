import { inTransaction } from "@/server/platform/transaction";
import type { Pool } from "@/server/platform/pool";
import { recordAudit } from "../../audit/store";
import { expireAccountRequests } from "../store/account-requests";

/** Ends requests that nobody has confirmed in time, each with its audit entry. Safe to repeat. */
export async function endOverdueRequests(pool: Pool, at: Date): Promise<void> {
  await inTransaction(pool, async (db) => {
    for (const { gateway, account, hint, requestedByName } of await expireAccountRequests(db, at)) {
      await recordAudit(db, {
        at,
        actor: "system",
        action: "gateway_account_request_expired",
        subject: { kind: "gateway", id: gateway },
        detail: { gatewayAccount: account, hint, requestedBy: requestedByName },
      });
    }
  });
}
