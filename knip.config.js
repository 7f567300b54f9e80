import { PREAMBLE, PROGRAMS, TOOLS } from "./server/setup/programs.mjs";

/** Where code begins that no other file imports; what knip finds of itself (pages, tests, configurations) is not repeated. */
export default {
  entry: [
    PREAMBLE,
    ...Object.values({ ...PROGRAMS, ...TOOLS }),
    "lib/client/index.ts",
    "server/{setup,start}/**/*.mjs",
    "tools/{*,checks/**/*}.mjs",
    "server/start/dev.ts",
    "{server,tools}/**/*.{setup,each,costs.test}.ts",
    "tools/checks/mutation/*.{mjs,ts}",
    "tools/testing/embedded/owner.ts",
    "server/routing/domain/success-rate/index.ts",
    "tools/bench/**/*.mjs",
    "app/**/page.dev.tsx",
    "e2e/**/*.pages.test.ts",
  ],
  project: ["{app,components,lib,server,tools,e2e}/**/*.{ts,tsx,mjs}"],
  // Only the types of the texts are read, by an augmented module.
  ignore: ["components/i18n/catalogue-types.ts"],
};
