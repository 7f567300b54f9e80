/**
 * How the commands of the documents are tested. A command that is in none of these lists fails `tested.test.ts`. Add it to
 * the process test beside this file, which runs most of them against one running product, if it can be run here.
 */

/** What `running.process.test.ts` runs beside the blocks that it reads from the documents. */
export const RUN_HERE = {
  backup: "npm run backup -- /backups/paydeck-monday.backup",
  reconcile: "npm run reconcile",
  reconcileDay: "npm run reconcile -- --day 2026-11-20",
  refunds: "npm run refunds",
  verify: "npm run audit:verify",
  verifyAnchor: "npm run audit:verify -- --anchor POSITION:HASH",
  admin: 'npm run admin -- you@example.com "Your Name"',
  ownKey: "npm run merchant -- create shop --own-key",
} as const;

/** The blocks that it runs as they are: a page, and words of the block. */
export const BLOCKS = {
  payment: ["docs/sandbox.md", "initiate_payment"],
  merchants: ["docs/sandbox.md", "npm run merchant"],
  signing: ["docs/signing/README.md", "paydeck.sh"],
  hash: ["docs/signing/README.md", "sha256sum"],
  doctor: ["docs/operation.md", "npm run doctor"],
} as const;

/** Commands that another test runs: a pattern, the test's file and its name, as far as it is fixed. */
export const RUN_ELSEWHERE: [RegExp, string, string][] = [
  [/^npm (start|run dev)$/, "server/start/dev.process.test.ts", "npm run dev"],
  [
    /^(npm start --|\.\/paydeck start) --production$/,
    "e2e/production.pages.test.ts",
    "the command that it prints gives the first admin a link, and they sign in and see no gateway",
  ],
  [
    /paydeck start$|^\.\/paydeck (service|worker|dashboard)$|^npm run (service|worker|migrate)$/,
    "server/setup/release/release.process.test.ts",
    "migrate, service, worker and dashboard run apart on databases of one's own",
  ],
  [
    /^npm run release$|^sha256sum -c|^tar -xzf/,
    "server/setup/release/release.process.test.ts",
    "the archive runs with Node alone: pages, a signed call, and an orderly end",
  ],
  [
    /^npm run migrate -- --check$/,
    "server/start/check-migrations.db.test.ts",
    "an upgrade says what it would do to each schema and which tables it locks, and does nothing",
  ],
  [/^node dist\/routing\.js worker$/, "server/routing/roles.process.test.ts", ""],
  [
    /^npm run build$/,
    "server/setup/prepare.process.test.ts",
    "what was built by name is not built again at the next start, and by name it always is",
  ],
  [
    /^(npm run|\.\/paydeck) demo( -- --payments 2000)?$/,
    "tools/demo/demo.process.test.ts",
    "it says how far it is, and ends",
  ],
  [
    /^npm run reseal$/,
    "server/routing/reseal.process.test.ts",
    "salts are sealed again while both keys are in use, through kill -9, and no request fails",
  ],
  [
    /^npm run refunds -- (hold|release)\b/,
    "server/start/refunds.db.test.ts",
    "refunds are held in both databases, shown, and released once",
  ],
  [
    /^(npm run|\.\/paydeck) restore\b/,
    "server/start/backup.process.test.ts",
    "a backup after kill -9 holds what was committed, and a restore brings exactly that back, secrets included",
  ],
  [
    /^(npm run|\.\/paydeck) backups\b/,
    "server/backups/backups.process.test.ts",
    "a backup is stored in S3 encrypted, is restored on trial, and brings everything back on another machine",
  ],
  [
    /^(npm run|\.\/paydeck) gateway:check\b/,
    "server/routing/gateway-check.process.test.ts",
    "npm run gateway:check pays, refunds, closes and listens, and says that it runs against a double",
  ],
  [
    /^npm run distribute$/,
    "server/routing/distribute/distribute.process.test.ts",
    "the owner distributes a database with payments; each merchant is on one node, and a second run changes nothing",
  ],
  [
    /^npm run merchant -- create-key\b/,
    "server/routing/merchant.process.test.ts",
    "create-key adds a key with the access that was asked for, beside the earlier ones",
  ],
  [
    /^npm init -y && npm pkg set type=module$/,
    "server/routing/http/client-guide.http.test.ts",
    "prints the link to send the customer to",
  ],
  [
    /^ssh-keygen -Y (sign|verify)\b/,
    "tools/checks/commands/signature.test.ts",
    "a signed checksum is accepted with the key of the release, and neither another key's nor another checksum",
  ],
  [/^promtool test rules/, "tools/checks/monitoring-rules.test.ts", "promtool"],
];

/** Commands that are not run, and why. */
export const NOT_RUN: [RegExp, string][] = [
  [/^npm test\b|^npm run (check|test:all)\b|^npm run format$/, "run all tests, or change the checkout"],
  [/^npm run( size)?$/, "only lists the scripts, or counts lines"],
  [
    /^(PAYDECK_TEST_CITUS=1 |PAYDECK_WALK_SEED=\d+ PAYDECK_WALKS=\d+ )?npx (vitest|playwright|oxfmt)\b|^UPDATE_EXAMPLES=1/,
    "run parts of npm test, or change the checkout",
  ],
  [
    /^(PAYDECK_PROVE_CITUS="[^"]*" )?npm run (prove|bench)\b/,
    "take minutes to hours; tests read their arguments",
  ],
  [/^npm run (prove:protections|mutate)$/, "take hours, and change the code for each run"],
  [/^npm audit$|^npm install zod@4$/, "needs a registry"],
  [/^npx next dev$/, "named only to say that it is not to be used"],
  [/^npm run demo -- --live$/, "goes on until Ctrl-C"],
  [/^ROUTING_BASE_URL=\S+ /, "needs a service of somebody else; e2e tests start the dashboard with these"],
  [/^export [A-Z0-9_]+=/, "sets variables of the reader's own"],
  [/^(set -a;|cd )/, "sets up the reader's shell"],
  [/^openssl rand /, "only makes a random text"],
  [/^(age|gpg) /, "programs of the reader's choice"],
  [/^sed -i 's#file:/, "needs an address of the reader's own"],
  [/^(docker|kubectl|cp -r deploy\/kubernetes|cp service\.env)/, "need a container runtime or a cluster"],
  [/^(apt-get|systemctl|useradd|su|chown|mkdir|ln|cp|chmod) /, "change the machine, and need root"],
  [/^pg_(restore|basebackup) /, "needs the client programs of the server's version"],
];
