import { type Protected, without } from "./protected";

const FAILED = "server/routing/http/failed-requests.http.test.ts";

/** What somebody outside may send to the service, and have it sent. */
export const CALLERS: readonly Protected[] = [
  {
    row: 44,
    fault: "a merchant's rate limit used up by requests with its key and a wrong signature",
    test: { file: FAILED, name: "%s, however often, takes nothing of it" },
    also: ["server/routing/http/rate-limit.test.ts"],
    ...without(
      "the charge after the signature",
      "server/routing/http/specified-endpoint.ts",
      "  const isProven = hashMatches(",
      "  if (limiter.takeProven(owner) > 0) return tooMany(1);\n  const isProven = hashMatches(",
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
      "return unproven(null, UNAUTHENTICATED);",
      "return UNAUTHENTICATED;",
    ),
  },
];
