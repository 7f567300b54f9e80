import type { Books } from "./books";
import { checkDesk } from "./check-desk";
import { checkMoney } from "./check-money";
import { checkPayments } from "./check-payments";
import { checkWebhooks } from "./check-webhooks";

/** Everything that must never occur once all is settled, one line each. Pure. */
export function checkBooks(books: Books): string[] {
  return [...checkPayments(books), ...checkMoney(books), ...checkDesk(books), ...checkWebhooks(books)];
}
