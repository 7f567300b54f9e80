import { cachedCounts } from "@/server/platform/cached-count";
import type { Payment } from "../../domain/payments/payment";
import { countPolledByGateway } from "../../store/payments/due-polls";
import type { Deps } from "../deps";
import { POLLED_COUNTED_UP_TO } from "./schedule-poll";

/** They change slowly. */
const COUNTED_EVERY_MS = 10_000;

const countPolled = cachedCounts<ReadonlyMap<string, number>>(
  (db) => countPolledByGateway(db, POLLED_COUNTED_UP_TO),
  new Map(),
  COUNTED_EVERY_MS,
);

/** The payments of all merchants that are polled at a payment's gateway, this one included: they share its polls. */
export async function countPolledWith(
  { pool, clock }: Deps,
  { gateway }: Pick<Payment, "gateway">,
): Promise<number> {
  if (gateway === null) return 0;
  return (await countPolled(pool, clock.now())).get(gateway) ?? 0;
}
