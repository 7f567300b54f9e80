import { type ReasonOption, reasonText } from "../reasons/reason";

/**
 * What a request says with its one note: it belongs to the reason where the chosen one needs a text or none is listed,
 * and is otherwise for finance only.
 */
export function requestReason(
  reasons: readonly ReasonOption[],
  code: string,
  note: string,
): { reason: string; reasonCode: string | null; note: string } {
  const listed = reasons.find((reason) => reason.code === code);
  const isReason = reasons.length === 0 || listed?.needsText === true;
  return {
    reason: reasonText(listed?.name ?? "", isReason ? note : ""),
    reasonCode: listed?.code ?? null,
    note: isReason ? "" : note,
  };
}
