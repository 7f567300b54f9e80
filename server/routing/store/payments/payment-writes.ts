import { jobOrigin } from "@/server/platform/run-job";
import { batchStatements, eachAlone } from "@/server/platform/batch-statements";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { isDistributed } from "../distributed";
import { insertPayment, type InsertPaymentOutcome, insertPayments, type NewPayment } from "./insert-payment";
import { insertPaymentInParts } from "./insert-payment-in-parts";
import { type SavedLink, saveLinksWhileOpen, saveLinkWhileOpen } from "./save-link";

/** The writes of a creation; those of concurrent creations share a statement and a commit (0323). */
export type PaymentWrites = {
  /** Does what `insertPayment` does. */
  insert: (made: Omit<NewPayment, "origin">) => Promise<InsertPaymentOutcome>;
  saveLinkWhileOpen: (link: SavedLink) => Promise<boolean>;
};

export function batchPaymentWrites(pool: Pool): PaymentWrites {
  const insert = batchStatements<NewPayment, InsertPaymentOutcome>({
    one: async (made) =>
      (await isDistributed(pool)) ? insertPaymentInParts(pool, made) : insertPayment(pool, made),
    many: async (made) => ((await isDistributed(pool)) ? eachAlone(made) : insertPayments(pool, made)),
  });
  return {
    // Named here, because a batch runs in the context of one of its requests.
    insert: (made) => insert({ ...made, origin: jobOrigin() }),
    saveLinkWhileOpen: batchStatements<SavedLink, boolean>({
      one: async (link) =>
        (await isDistributed(pool))
          ? inTransaction(pool, (db) => saveLinkWhileOpen(db, link))
          : saveLinkWhileOpen(pool, link),
      many: async (links) =>
        (await isDistributed(pool)) ? eachAlone(links) : saveLinksWhileOpen(pool, links),
    }),
  };
}
