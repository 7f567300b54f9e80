/** Code that programs share or load lazily. */
export const CHUNKS = "chunks";

/** The programs of the product, each a file in `dist/`; packages stay in node_modules. */
export const PROGRAMS = {
  start: "server/start.ts",
  routing: "server/routing/main.ts",
  dashboard: "server/dashboard/main.ts",
  keep: "server/start/keep.ts",
  paydeck: "server/start/paydeck.ts",
  migrate: "server/start/migrate.ts",
  distribute: "server/routing/distribute.ts",
  merchant: "server/routing/merchant.ts",
  reseal: "server/start/reseal.ts",
  "reseal-routing": "server/routing/reseal.ts",
  "reseal-dashboard": "server/dashboard/reseal.ts",
  backup: "server/start/backup.ts",
  backups: "server/backups/main.ts",
  restore: "server/start/restore.ts",
  refunds: "server/start/refunds.ts",
  reconcile: "server/routing/reconcile.ts",
  "gateway-check": "server/routing/gateway-check.ts",
  "invite-admin": "server/dashboard/invite-admin.ts",
  "audit-verify": "server/dashboard/audit-verify.ts",
  doctor: "server/doctor/main.ts",
};

/** Programs beside it, each a file in `dist/tools/`, which only the commands that run them build. */
export const TOOLS = {
  demo: "tools/demo/main.ts",
  "demo-routing": "tools/demo/routing/fill-service.ts",
  "demo-dashboard": "tools/demo/dashboard/fill-dashboard.ts",
  prove: "tools/prove/main.ts",
  "prove-protections": "tools/prove/protections/main.ts",
};

/** Those of a release: proofs are for checkouts. */
export const RELEASED_TOOLS = Object.fromEntries(
  Object.entries(TOOLS).filter(([name]) => name.startsWith("demo")),
);

/** Runs before every program. */
export const PREAMBLE = "server/platform/secret-files/env.ts";

/** How each of them is made. */
export const PROGRAM_OPTIONS = {
  inject: [PREAMBLE],
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.9",
  tsconfig: "tsconfig.json",
  packages: "external",
  splitting: true,
  chunkNames: `${CHUNKS}/[name]-[hash]`,
  sourcemap: true,
  metafile: true,
  logLevel: "warning",
};
