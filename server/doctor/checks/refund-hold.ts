import { commandsHere } from "@/server/platform/commands-here";
import { type Finding, warning } from "../finding";

/** Nothing to say unless refunds wait for an operator (decision 0237). */
export function checkRefundHold(title: string, isHeld: boolean): Finding[] {
  if (!isHeld) return [];
  return [
    warning(
      `refunds: ${title}`,
      "they are on hold after a restore",
      commandsHere(
        'Follow "Refunds after a restore" in docs/maintenance.md, then run npm run refunds -- release.',
      ),
    ),
  ];
}
