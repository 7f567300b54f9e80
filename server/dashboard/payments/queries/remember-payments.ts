import type { TransactionRecord } from "@/lib/contract/responses";
import { valueWithin } from "@/lib/value-within";
import { notOfferedOr } from "../../routing-client/capabilities";
import type { Services } from "../../runtime";
import { seenPayments } from "../domain/seen-payment";
import { upsertSeenPayments } from "../store/seen-payments";

/** What a page waits for at most; the write goes on. */
const PATIENCE_MS = 1_000;

/** Writes that go on: as many as there are pages that wait, or stopped waiting. */
const writes = new Set<Promise<void>>();

/** Waits until nothing that was seen before is still to be stored: a test must not find rows of an earlier one. */
export async function seenIsStored(): Promise<void> {
  await Promise.all(writes);
}

type Remembering = Pick<Services, "pool" | "routing" | "logger">;

/**
 * Stores payments that somebody has seen, if the service has no list in which they could be found again (decision 0329).
 * Never throws, and hardly waits: a payment that was not stored is not found later, and nothing else.
 * `askedAt`: when the service was asked for them.
 */
export async function rememberPayments(
  services: Remembering,
  records: readonly TransactionRecord[],
  askedAt: Date,
): Promise<void> {
  await remember(services, () =>
    upsertSeenPayments(services.pool, services.routing.serviceAddress, seenPayments(records, askedAt)),
  );
}

/** Writes by these rules whatever belongs to a payment that was seen. */
export async function remember(services: Remembering, write: () => Promise<void>): Promise<void> {
  const work = (async () => {
    if (await isSourceOfPayments(services)) await write();
  })().catch((error: unknown) => {
    services.logger.warn({ err: error }, "a payment that was seen could not be stored");
  });
  writes.add(work);
  void work.finally(() => writes.delete(work));
  await valueWithin(work, PATIENCE_MS);
}

/** Whether this dashboard itself is where payments are found; false while nobody knows what the service offers. */
async function isSourceOfPayments({ routing }: Remembering): Promise<boolean> {
  const capabilities = await routing.capabilities();
  return !capabilities.offers("payments.search") && notOfferedOr(capabilities).kind === "not_offered";
}
