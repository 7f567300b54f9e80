import { CHECKOUT_CASES } from "./cases/checkouts";
import { DOCUMENT_CASES } from "./cases/documents";
import { NOTIFICATION_CASES } from "./cases/notifications";
import { OPENING_CASES } from "./cases/opening";
import { OUTAGE_CASES } from "./cases/outages";
import { REFUND_CASES } from "./cases/refunds";

/** Every case of the kit. Their names say what a gateway guarantees; `Bench.lacks` names those that it does not have. */
export const CASES = {
  ...OPENING_CASES,
  ...OUTAGE_CASES,
  ...CHECKOUT_CASES,
  ...REFUND_CASES,
  ...NOTIFICATION_CASES,
  ...DOCUMENT_CASES,
} as const;
export type CaseName = keyof typeof CASES;
/** Cases that do not apply, each with the reason in words: what the vendor or the adapter does not have. */
export type Lacks = Partial<Record<CaseName, string>>;
export const CASE_NAMES = Object.keys(CASES) as CaseName[];
