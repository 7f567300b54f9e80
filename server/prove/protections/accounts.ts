import { type Protected, without } from "./protected";

const TEST = "server/dashboard/accounts/accounts.db.test.ts";

/** Several merchant accounts in one database (decision 0300). */
export const ACCOUNTS: readonly Protected[] = [
  {
    row: 106,
    fault: "a statement for one merchant account names a table that every account has",
    test: { file: TEST, name: "are the only ones that its connections find" },
    also: ["e2e/accounts-isolation.spec.ts"],
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
    noRemoval: "the trigger that copies the hold is in a migration",
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
];
