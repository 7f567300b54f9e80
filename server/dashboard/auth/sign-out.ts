import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../audit/store";
import type { Services } from "../runtime";
import { deleteSession } from "../people/store";

/** Ends a session for good: a copy of its cookie is invalid from the next request on (failure 35). */
export async function signOut(services: Services, sessionId: string): Promise<void> {
  await inTransaction(services.pool, async (db) => {
    const person = await deleteSession(db, sessionId);
    if (person === null) return;
    await recordAudit(db, {
      at: services.clock.now(),
      actor: person,
      action: "signed_out",
      subject: { kind: "session", id: sessionId },
    });
  });
}
