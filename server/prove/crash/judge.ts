import type { Books } from "./books";
import { judgeDesk } from "./judge-desk";
import { judgeMoney } from "./judge-money";
import { judgePayments } from "./judge-payments";
import { judgeWebhooks } from "./judge-webhooks";

/** Everything that must never be seen once all is settled, a line each. Pure. */
export function judge(books: Books): string[] {
  return [...judgePayments(books), ...judgeMoney(books), ...judgeDesk(books), ...judgeWebhooks(books)];
}
