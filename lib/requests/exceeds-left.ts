import { parseAmount } from "../money";
import type { RequestRow } from "./request-views";

/** Whether the payment was refunded meanwhile: less is left than a waiting request asks for. False where that is unknown. */
export function exceedsLeft({
  isUndecided,
  amount,
  left,
}: Pick<RequestRow, "isUndecided" | "amount" | "left">): boolean {
  if (!isUndecided || left === null) return false;
  const [wanted, remaining] = [parseAmount(amount), parseAmount(left)];
  return wanted.ok && remaining.ok && wanted.value > remaining.value;
}
