import { type Protected, without } from "./protected";

const REQUEST = "server/dashboard/refunds/commands/request-refund.db.test.ts";
const CLASSIFY = "lib/client/classify.test.ts";

/** Permissions, audit entries, and what the database refuses. */
export const ACCESS: readonly Protected[] = [
  {
    row: 33,
    fault: "a server action or route handler called directly with another role",
    test: { file: REQUEST, name: "for %s, and the attempt is audited (failure 33)" },
    ...without(
      "the check in the command",
      "server/dashboard/auth/authorize.ts",
      "if (roleAllows(ctx.actor.role, permission)) return true;",
      "if (roleAllows(ctx.actor.role, permission) || permission) return true;",
    ),
  },
  {
    row: 34,
    fault: "a cross-site POST without Origin",
    test: {
      file: "server/dashboard/http/front.http.test.ts",
      name: "lets no cross-site request through to Next",
    },
    ...without(
      "the refusal without Origin",
      "server/dashboard/http/cross-site.ts",
      'return headers["sec-fetch-site"] !== "same-origin";',
      "return false;",
    ),
  },
  {
    row: 35,
    fault: "old cookie after sign-out, role change, deactivation",
    test: {
      file: "server/dashboard/auth/sign-in.db.test.ts",
      name: "when %s, and does not come back when that is undone",
    },
    ...without(
      "the trigger that ends sessions",
      "server/dashboard/store/migrations/0001_baseline.sql",
      "create trigger people_end_sessions after update on people\n  for each row execute function end_sessions_of_person();",
    ),
  },
  {
    row: 36,
    fault: "password guessing",
    test: {
      file: "server/dashboard/auth/sign-in.db.test.ts",
      name: "locks %s at the eleventh try, the right password included",
    },
    ...without(
      "the lock",
      "server/dashboard/auth/attempts.ts",
      "export const MAX_FAILURES = 10;",
      "export const MAX_FAILURES = 1000;",
    ),
  },
  {
    row: 37,
    fault: "salt in a bundle, a page, a log, an error",
    test: {
      file: "server/platform/log.test.ts",
      name: "a secret reaches no line, at whatever depth it is, in lists too",
    },
    also: ["e2e/secrets.pages.test.ts", "server/routing/http/operation.http.test.ts"],
    ...without("salts that no line shows", "server/platform/log.ts", '  "salt",\n'),
  },
  {
    row: 38,
    fault: "audit row cannot be written",
    test: { file: REQUEST, name: "when the audit row cannot be written, and nothing stays behind" },
    ...without(
      "the audit row in the action's transaction",
      "server/dashboard/refunds/commands/write-refund-intent.ts",
      "const recorded = recordAudit(db, {",
      "const recorded = void ({",
    ),
  },
  {
    row: 39,
    fault: "line breaks and escape codes in logged values",
    test: { file: "server/platform/log.test.ts", name: "no value forges a line" },
    also: [CLASSIFY, "server/routing/http/operation.http.test.ts"],
    noRemoval: "it comes with writing each line as JSON; there is no line to take out",
  },
  {
    row: 40,
    fault: "pool exhausted, serialisation failure, deadlock",
    test: {
      file: "server/platform/transaction.db.test.ts",
      name: "of two transactions that lock each other out, both take effect once",
    },
    also: [REQUEST],
    ...without(
      "the bounded retry",
      "server/platform/transaction.ts",
      "if (!canRetry || attempt >= MAX_ATTEMPTS) throw error;",
      "throw error;",
    ),
  },
  {
    row: 120,
    fault: "somebody composes, changes or gives a role with what their own lacks",
    test: {
      file: "server/dashboard/people/commands/granted-permissions.db.test.ts",
      name: "by amounts: not more, not in another currency, and not any amount",
    },
    also: ["e2e/roles.spec.ts"],
    ...without(
      "the comparison of amounts",
      "lib/can.ts",
      "        !coversAmounts(role, other, permission)) ||",
      "        coversAmounts(role, other, permission) === null) ||",
    ),
  },
  {
    row: 121,
    fault: "a refund above the amount of the role, in parts or by another way",
    test: {
      file: "server/dashboard/refunds/commands/own-limit.db.test.ts",
      name: "cannot be split: all that the person has refunded of the payment counts, not what others have",
    },
    also: [
      "server/dashboard/bulk/commands/bulk-steering.db.test.ts",
      "server/dashboard/bulk/commands/bulk-limits.db.test.ts",
      "server/dashboard/manual-refunds/commands/manual-refund-limits.db.test.ts",
    ],
    ...without(
      "the sum of what the person has refunded",
      "server/dashboard/refunds/queries/read-own-limit.ts",
      "const leftPaise = limitPaise > usedPaise ? limitPaise - usedPaise : 0n;",
      "const leftPaise = limitPaise > usedPaise ? limitPaise : 0n;",
    ),
  },
  {
    row: 150,
    fault: "somebody loses the role in one account while a small file of several accounts is read",
    test: {
      file: "server/dashboard/export/export-of-several.db.test.ts",
      name: "a file of few rows breaks too when the role in one account is lost while the last account is asked",
    },
    ...without(
      "the check after the last row",
      "server/dashboard/export/export-response.ts",
      "if (count > 0) await requireAllowed();",
    ),
  },
];
