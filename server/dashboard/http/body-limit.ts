import { MAX_BULK_BYTES } from "@/lib/bulk";
import { paths } from "@/lib/paths";

/** The documented limit of actions, and of every path without a separate limit. */
const FORM_LIMIT_BYTES = 64 * 1024;
/** The longest password in any script, encoded for a form, with next-auth's own fields. */
const SIGN_IN_LIMIT_BYTES = 16 * 1024;

/** `isStreamed`: the handler reads the body itself, within the same limit, once it knows the sender. */
type BodyLimit = { bytes: number; isStreamed: boolean };

const IMPORT_PATH = paths.api.createBulk({});

/** The limit of a body by path, for any sender. Only the import, by its exact path, may be larger than a form. */
export function bodyLimitOf(path: string): BodyLimit {
  if (path === IMPORT_PATH) return { bytes: MAX_BULK_BYTES, isStreamed: true };
  return { bytes: path.startsWith("/api/auth/") ? SIGN_IN_LIMIT_BYTES : FORM_LIMIT_BYTES, isStreamed: false };
}

export function tooLargeText({ bytes }: BodyLimit): string {
  return `This request holds more than ${bytes / 1024} KiB. Shorten what was typed, or split the file, and send it again.`;
}
