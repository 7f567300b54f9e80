import { inTransaction } from "@/server/platform/transaction";
import type { Db, Pool } from "@/server/platform/pool";
import { recordAudit } from "../../audit/store";
import { type AccountRequest, endAccountRequest, expireAccountRequests } from "../store/account-requests";

/** Ends requests that nobody has confirmed in time, each with its audit entry. Safe to repeat. */
export async function endOverdueRequests(pool: Pool, at: Date): Promise<void> {
  await inTransaction(pool, async (db) => {
    for (const request of await expireAccountRequests(db, at)) await recordExpiry(db, request, at);
  });
}

/** Ends one that was confirmed, took no effect at the service, and can be confirmed no more, with its audit entry. Safe to repeat. */
export async function endUnansweredRequest(pool: Pool, request: AccountRequest, at: Date): Promise<void> {
  await inTransaction(pool, async (db) => {
    if (await endAccountRequest(db, request.id, "EXPIRED")) await recordExpiry(db, request, at);
  });
}

function recordExpiry(db: Db, request: AccountRequest, at: Date): Promise<void> {
  const { gateway, account, hint, requestedByName } = request;
  return recordAudit(db, {
    at,
    actor: "system",
    action: "gateway_account_request_expired",
    subject: { kind: "gateway", id: gateway },
    detail: { gatewayAccount: account, hint, requestedBy: requestedByName },
  });
}
