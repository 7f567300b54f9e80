import { PROGRAMS } from "./server/setup/programs.mjs";

/** Where code begins that no other file imports; what knip finds of itself (pages, tests, configurations) is not repeated. */
export default {
  entry: [
    ...Object.values(PROGRAMS),
    "lib/client/index.ts",
    "server/{setup,checks,start}/**/*.mjs",
    "server/start/dev.ts",
    "server/**/*.{setup,each,costs.test}.ts",
    "server/checks/mutation/*.{mjs,ts}",
    "server/embedded/testing/owner.ts",
    "server/routing/domain/success-rate/index.ts",
    "bench/**/*.mjs",
    "app/**/page.dev.tsx",
    "e2e/**/*.pages.test.ts",
  ],
  project: ["{app,components,lib,server,e2e}/**/*.{ts,tsx,mjs}"],
  // Only the types of the texts are read, by an augmented module.
  ignore: ["components/i18n/catalogue-types.ts"],
};
