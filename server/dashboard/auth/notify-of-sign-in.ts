import { randomUUID } from "node:crypto";
import type { NotificationFact } from "@/lib/notifications/details";
import type { Db } from "@/server/platform/pool";
import { inAccount } from "../accounts/in-account";
import { findOldestMembership } from "../accounts/store/members";
import { notify } from "../notifications/store";
import { findPerson } from "../people/store";

type SignInFact = Extract<NotificationFact, { event: "new_device" | "sign_in_changed" | "codes_locked" }>;

/**
 * Notifies somebody of something about their own sign-in, whoever did it: it may not have been them (0327). In a transaction
 * of the first account. Notifications belong to an account: that one or, of somebody who has no role there, their oldest one.
 */
export async function notifyOfSignIn(db: Db, personId: string, at: Date, fact: SignInFact): Promise<void> {
  const person = await findPerson(db, personId);
  const elsewhere = person?.isOnlyElsewhere === true ? await findOldestMembership(db, personId) : null;
  const write = async (account: Db): Promise<void> => {
    await notify(account, {
      ...fact,
      at,
      to: { people: [personId] },
      dedupeKey: `${fact.event}:${randomUUID()}`,
    });
  };
  await (elsewhere === null ? write(db) : inAccount(db, elsewhere, write));
}
