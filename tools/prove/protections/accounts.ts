import { type Protected, without } from "./protected";

const TEST = "server/dashboard/accounts/accounts.db.test.ts";

/** Several merchant accounts in one database (decision 0300). */
export const ACCOUNTS: readonly Protected[] = [
  {
    row: 106,
    fault: "a statement for one merchant account names a table that every account has",
    test: { file: TEST, name: "are the only ones that its connections find" },
    also: ["e2e/accounts-isolation.pages.test.ts"],
    ...without(
      "the search path of an account's connections",
      "server/platform/account-scope.ts",
      "-c search_path=${schema} ",
    ),
  },
  {
    row: 107,
    fault: "a worker of all accounts takes a job of one",
    test: {
      file: TEST,
      name: "runs with the services of the account that added it, and fails for one that nobody knows",
    },
    ...without(
      "the account in the job's payload",
      "server/dashboard/accounts/with-account.ts",
      "if (id === undefined) return home;",
      "if (id !== 9) return home;",
    ),
  },
  {
    row: 108,
    fault: "a backup with several accounts is restored",
    test: {
      file: TEST,
      name: "holds the refunds of every account, and pauses the runs of each until people resume them",
    },
    ...without(
      "the trigger that copies the hold",
      "server/dashboard/store/migrations/0001_baseline.sql",
      "create trigger refund_hold_copy_to_accounts after insert or update on refund_hold\n    for each row execute function copy_refund_hold_to_accounts();",
    ),
  },
  {
    row: 109,
    fault: "the sealed key of one account is copied to another's row",
    test: { file: TEST, name: "do not open for another account, nor with another key" },
    ...without(
      "the account to which a seal belongs",
      "server/dashboard/accounts/credentials.ts",
      "return `account ${slug}`;",
      "return slug === '' ? slug : 'account';",
    ),
  },
  {
    row: 117,
    fault: "a person without a role in the first account calls what belongs to it",
    test: {
      file: "server/dashboard/accounts/only-elsewhere.db.test.ts",
      name: "has a role there, none in the first, and signs in with their password",
    },
    also: ["e2e/accounts-people.spec.ts"],
    ...without(
      "the deactivation that every statement about active people reads",
      "server/dashboard/people/store/people.ts",
      "case when $6 then $5::timestamptz end, $6)",
      "case when $6 and $5::timestamptz is null then $5::timestamptz end, $6)",
    ),
  },
  {
    row: 118,
    fault: "an account is closed while an approved bulk run is about to begin",
    test: {
      file: "server/dashboard/accounts/closed-account.db.test.ts",
      name: "is seen by an approval that was given meanwhile: its run is paused, not started",
    },
    ...without(
      "the look at the account before a run begins",
      "server/dashboard/accounts/store/own-account.ts",
      "return (rows[0]?.closedAt ?? null) !== null;",
      "return rows.length > 1;",
    ),
  },
  {
    row: 119,
    fault: "two admins add one merchant twice at the same time",
    test: {
      file: "server/dashboard/accounts/find-same-merchant.db.test.ts",
      name: "of two admins who add one merchant at the same time, one is refused",
    },
    ...without(
      "the claim under which keys are compared",
      "server/dashboard/accounts/while-adding.ts",
      'runExclusive(home, "keys of merchant accounts", ',
      "runExclusive(home, String(Math.random()), ",
    ),
  },
  {
    row: 144,
    fault: "the salt of an account is rotated while the outcome of a refund is unknown",
    test: {
      file: "server/dashboard/accounts/during-a-refund.db.test.ts",
      name: "that is rotated while a refund is unknown: nothing is called failed, and the new salt finds the refund",
    },
    ...without(
      "which refusals of a retry are about the refund",
      "server/dashboard/refunds/commands/intent-response.ts",
      'refusal.kind === "rejected" && refusal.status <= 400;',
      'refusal.kind !== "busy";',
    ),
  },
  {
    row: 145,
    fault: "an account is closed while its refund is sent",
    test: {
      file: "server/dashboard/accounts/during-a-refund.db.test.ts",
      name: "keeps the refund and its outcome, which its jobs go on to follow",
    },
    ...without(
      "the closed accounts among those of jobs",
      "server/dashboard/accounts/registry.ts",
      "(each) => each.id === id);",
      "(each) => each.id === id && each.closedAt === null);",
    ),
  },
  {
    row: 149,
    fault: "rows for one account are taken by a page of another account, or by another person",
    test: {
      file: "components/accounts/hand-over.test.ts",
      name: "takes nothing, and what was handed over is discarded",
    },
    also: ["e2e/accounts-all.spec.ts"],
    ...without("the owner of the rows", "components/accounts/hand-over.ts", "kept.owner !== owner || "),
  },
];
