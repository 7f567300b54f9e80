import type { SavedViewFault } from "@/lib/views/saved-view-views";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";

export const MAX_VIEW_NAME = 60;
/** The limit for one person. */
export const MAX_VIEWS = 50;

/** A name as stored: trimmed, and short enough for a tab. */
export function readViewName(typed: string): Result<string, SavedViewFault> {
  const name = typed.trim().replace(/\s+/gu, " ");
  if (name === "") return err("blank");
  if (codePointLength(name) > MAX_VIEW_NAME) return err("too_long");
  return isAcceptedText(name) ? ok(name) : err("not_a_text");
}

const VIEW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isViewId(text: string): boolean {
  return VIEW_ID.test(text);
}
