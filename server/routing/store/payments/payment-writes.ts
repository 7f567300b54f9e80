import { addJob, jobOrigin, type JobToAdd } from "@/server/platform/add-job";
import { batchStatements, eachAlone } from "@/server/platform/batch-statements";
import type { Db, Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { isDistributed } from "../distributed";
import { insertPayment, type InsertPaymentOutcome, insertPayments, type NewPayment } from "./insert-payment";
import { insertPaymentInParts } from "./insert-payment-in-parts";
import { type SavedLink, saveLinksWhileOpen, saveLinkWhileOpen } from "./save-link";

/** `job` is added in the transaction that saves the link, if it is saved. */
type LinkAndJob = { link: SavedLink; job: JobToAdd | null };

/** The writes of a creation; those of concurrent creations share a statement and a commit (0323). */
export type PaymentWrites = {
  /** As `insertPayment`. */
  insert: (made: Omit<NewPayment, "origin">) => Promise<InsertPaymentOutcome>;
  /** As `saveLinkWhileOpen`. */
  saveLinkWhileOpen: (link: SavedLink, job: JobToAdd | null) => Promise<boolean>;
};

export function batchPaymentWrites(pool: Pool): PaymentWrites {
  const insert = batchStatements<NewPayment, InsertPaymentOutcome>({
    one: async (made) =>
      (await isDistributed(pool)) ? insertPaymentInParts(pool, made) : insertPayment(pool, made),
    many: async (made) => ((await isDistributed(pool)) ? eachAlone(made) : insertPayments(pool, made)),
  });
  const saveLink = batchStatements<LinkAndJob, boolean>({
    one: ({ link, job }) =>
      inOneCommit(pool, job !== null, async (db) => {
        const isSaved = await saveLinkWhileOpen(db, link);
        if (isSaved && job !== null) await addJob(db, job.task, job.payload, job.options);
        return isSaved;
      }),
    many: async (links) => ((await isDistributed(pool)) ? eachAlone(links) : saveMany(pool, links)),
  });
  // The request of a job is named here, because a batch runs in the context of one of its requests.
  return {
    insert: (made) => insert({ ...made, origin: jobOrigin() }),
    saveLinkWhileOpen: (link, job) =>
      saveLink({
        link,
        job: job === null ? null : { ...job, options: { ...job.options, origin: jobOrigin() } },
      }),
  };
}

function saveMany(pool: Pool, links: readonly LinkAndJob[]): Promise<(true | null)[]> {
  return inOneCommit(
    pool,
    links.some(({ job }) => job !== null),
    async (db) => {
      const saved = await saveLinksWhileOpen(
        db,
        links.map(({ link }) => link),
      );
      const jobs = links.flatMap(({ job }, index) => (job !== null && saved[index] === true ? [job] : []));
      await Promise.all(jobs.map(({ task, payload, options }) => addJob(db, task, payload, options)));
      return saved;
    },
  );
}

/** A single statement is a transaction of its own. */
function inOneCommit<T>(pool: Pool, isSeveral: boolean, work: (db: Db) => Promise<T>): Promise<T> {
  return isSeveral ? inTransaction(pool, work) : work(pool);
}
