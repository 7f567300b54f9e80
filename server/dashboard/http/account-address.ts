import type { IncomingMessage } from "node:http";
import { ACCOUNT_HEADER } from "@/lib/accounts/address";
import { splitAccount } from "@/lib/accounts/split-account";

/**
 * Takes the account out of the address of a request and hands it on in a header, so that each check by path, and Next,
 * see the path alone (decision 0301). A header that a client sent is removed. Next posts an action of another page again
 * to that page's path, which has no prefix: `isForwardedByUs` tells that the request is one of ours.
 */
export function takeAccount(request: IncomingMessage, isForwardedByUs: boolean): void {
  const { url = "/", headers, method } = request;
  const end = url.indexOf("?");
  const sent = end < 0 ? url : url.slice(0, end);
  const { slug, path } = splitAccount(sent);
  if (slug !== null) {
    headers[ACCOUNT_HEADER] = slug;
    request.url = `${path}${url.slice(sent.length)}`;
  } else if (!(isForwardedByUs && method === "POST")) {
    delete headers[ACCOUNT_HEADER];
  }
}

/**
 * Next's own for a rewritten address: its client reads the parameters of a page from this path instead of the address in
 * the browser.
 */
export const RENDERED_PATH_HEADER = "x-nextjs-rewritten-path";
