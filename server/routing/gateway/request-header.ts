import { HEADERS } from "@/lib/contract/canonical";
import { currentRequestId } from "@/server/platform/request-context";

/**
 * The id of the request that a vendor is called for, so that the vendor's support and ours can refer to the same call.
 * Empty outside of a request. The trace context is not sent: it is internal.
 */
export function requestHeader(): Record<string, string> {
  const requestId = currentRequestId();
  return requestId === null ? {} : { [HEADERS.requestId]: requestId };
}
