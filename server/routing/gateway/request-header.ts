import { HEADERS } from "@/lib/contract/canonical";
import { currentRequestId } from "@/server/platform/request-context";

/**
 * The id of the request that a vendor is called for, so that its people and ours can speak of the same call. Empty outside
 * of one. The trace does not go along: it is nobody else's business.
 */
export function requestHeader(): Record<string, string> {
  const requestId = currentRequestId();
  return requestId === null ? {} : { [HEADERS.requestId]: requestId };
}
