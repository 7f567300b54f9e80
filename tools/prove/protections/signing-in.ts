import { type Protected, without } from "./protected";

/** Protections of the sign-in to the dashboard. */
export const SIGNING_IN: readonly Protected[] = [
  {
    row: 42,
    fault: "a second factor guessed without lock-out, a right password between the codes",
    test: {
      file: "server/dashboard/auth/code-attempts.db.test.ts",
      name: "lock after ten, whatever right passwords come between them, and then a right code too",
    },
    also: ["e2e/account.spec.ts"],
    ...without(
      "the count of wrong codes",
      "server/dashboard/auth/code-attempts.ts",
      "export const MAX_WRONG_CODES = 10;",
      "export const MAX_WRONG_CODES = 1000;",
    ),
  },
  {
    row: 43,
    fault: "one password tried on many addresses, and a flood of sign-ins",
    test: {
      file: "server/dashboard/auth/attempt-limits.db.test.ts",
      name: "evaluates thirty of sixty addresses tried with one password, also by two processes at once",
    },
    also: [
      "server/dashboard/auth/hash-queue.test.ts",
      "server/dashboard/http/sign-in-gate.test.ts",
      "server/dashboard/http/anonymous-gate.http.test.ts",
      "server/dashboard/http/front.http.test.ts",
    ],
    ...without(
      "the limit by network and in total",
      "server/dashboard/auth/attempt-limits.ts",
      "if (count.failures <= max) return { count, until: null };",
      "if (count.failures > 0) return { count, until: null };",
    ),
  },
  {
    row: 47,
    fault: "a path after sign-in that breaks the answer or leads to another host",
    test: { file: "lib/paths.test.ts", name: "%j is no page to return to: the payments page is" },
    also: ["e2e/sign-in.pages.test.ts"],
    ...without(
      "the list of known pages",
      "lib/paths.ts",
      "if (origin !== NO_HOST || page === undefined || !known.includes(page)) return paths.payments();",
      "if (origin !== NO_HOST || known.length === 0) return paths.payments();",
    ),
  },
];
