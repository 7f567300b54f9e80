import { type Protected, without } from "./protected";

const FAILED = "server/routing/http/failed-requests.http.test.ts";

/** What outsiders may send to the service, and have it send. */
export const CALLERS: readonly Protected[] = [
  {
    row: 44,
    fault: "a merchant's rate limit used up by requests with its key and a wrong signature",
    test: { file: FAILED, name: "%s, however often, takes nothing of it" },
    also: ["server/routing/http/rate-limit.test.ts"],
    ...without(
      "the charge after the signature",
      "server/routing/http/specified-endpoint.ts",
      "  const isAuthenticated = hashMatches(",
      "  if (limiter.takeAuthenticated(owner) > 0) return tooMany(1);\n  const isAuthenticated = hashMatches(",
    ),
  },
  {
    row: 49,
    fault:
      "a return address that hides its host behind a user name; a request target or a second Host header that names another host",
    test: { file: "server/routing/http/initiate-payment-fields.http.test.ts", name: "surl with a user name" },
    also: ["server/routing/http/envelope.http.test.ts"],
    ...without(
      "the refusal of user info",
      "server/routing/http/payment-request.ts",
      "return hasUserInfo(text) ? null : text;",
      "return text;",
    ),
  },
  {
    row: 50,
    fault: "a webhook to a cloud's metadata service or to a port of another service",
    test: {
      file: "server/platform/outbound-http/address-guard.test.ts",
      name: "cloud metadata is refused even where its range is allowed",
    },
    also: ["server/platform/outbound-http/read-url.test.ts", "server/routing/webhooks/send.test.ts"],
    ...without(
      "the list of metadata addresses",
      "server/platform/outbound-http/address-guard.ts",
      'if (CLOUD_METADATA.some((range) => isWithin(address, range))) return "refused";',
      "",
    ),
  },
  {
    row: 51,
    fault: "a flood of requests with unknown keys",
    test: {
      file: FAILED,
      name: "with unknown keys are counted together for their source, whatever key they name",
    },
    ...without(
      "the count of unknown keys by source",
      "server/routing/http/specified-endpoint.ts",
      "return unauthenticated(null, UNAUTHENTICATED);",
      "return UNAUTHENTICATED;",
    ),
  },
];
