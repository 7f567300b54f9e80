import { jobOrigin } from "@/server/platform/add-job";
import { batchWrites } from "@/server/platform/batch-writes";
import type { Pool } from "@/server/platform/pool";
import { insertPayment, type InsertPaymentOutcome, insertPayments, type NewPayment } from "./insert-payment";
import { type SavedLink, saveLinksWhileOpen, saveLinkWhileOpen } from "./save-link";

/** The writes of a creation; those of concurrent creations share a statement and a commit (0323). */
export type PaymentWrites = {
  /** As `insertPayment`. */
  insert: (made: Omit<NewPayment, "origin">) => Promise<InsertPaymentOutcome>;
  /** As `saveLinkWhileOpen`. */
  saveLinkWhileOpen: (link: SavedLink) => Promise<boolean>;
};

export function batchPaymentWrites(pool: Pool): PaymentWrites {
  const insert = batchWrites<NewPayment, InsertPaymentOutcome>({
    one: (made) => insertPayment(pool, made),
    many: (made) => insertPayments(pool, made),
  });
  return {
    // Named here, because a batch runs in the context of one of its requests.
    insert: (made) => insert({ ...made, origin: jobOrigin() }),
    saveLinkWhileOpen: batchWrites<SavedLink, boolean>({
      one: (link) => saveLinkWhileOpen(pool, link),
      many: (links) => saveLinksWhileOpen(pool, links),
    }),
  };
}
