import { ACCESS } from "./access";
import { ACCOUNTS } from "./accounts";
import { RESPONSES } from "./responses";
import { ANONYMOUS } from "./anonymous";
import { OUTSIDE } from "./outside";
import { STATES } from "./states";
import { VALUES } from "./values";
import { VENDORS } from "./vendors";
import { CALLERS } from "./callers";
import { QUEUES } from "./queues";
import { RECONCILIATION } from "./reconciliation";
import { MANUAL_REFUNDS } from "./manual-refunds";
import { NOTIFICATIONS } from "./notifications";
import { REQUESTS } from "./requests";
import { SCHEDULED_EXPORTS } from "./scheduled-exports";
import { SUCCESS_RATES } from "./success-rates";
import { SIGNING_IN } from "./signing-in";
import { UNKNOWN_OUTCOMES } from "./unknown-outcomes";
import type { Protected } from "./protected";

/** All of them, in the order of their rows. */
export const PROTECTED: readonly Protected[] = [
  ...RESPONSES,
  ...VALUES,
  ...STATES,
  ...OUTSIDE,
  ...ACCESS,
  ...CALLERS,
  ...SIGNING_IN,
  ...ANONYMOUS,
  ...REQUESTS,
  ...QUEUES,
  ...RECONCILIATION,
  ...NOTIFICATIONS,
  ...MANUAL_REFUNDS,
  ...SCHEDULED_EXPORTS,
  ...ACCOUNTS,
  ...VENDORS,
  ...SUCCESS_RATES,
  ...UNKNOWN_OUTCOMES,
].sort((one, other) => one.row - other.row);

/** The rows in the format of docs/evidence.md: the names of the tests and the removals are in this folder only. */
export function listedProtections(): string {
  return PROTECTED.map(({ row, fault, test }) => `- ${row}: ${fault}: \`${test.file}\``).join("\n");
}
