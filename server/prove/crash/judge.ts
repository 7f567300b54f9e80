import type { Books } from "./books";
import { judgeDesk } from "./check-desk";
import { judgeMoney } from "./check-money";
import { judgePayments } from "./check-payments";
import { judgeWebhooks } from "./check-webhooks";

/** Everything that must never be seen once all is settled, a line each. Pure. */
export function judge(books: Books): string[] {
  return [...judgePayments(books), ...judgeMoney(books), ...judgeDesk(books), ...judgeWebhooks(books)];
}
