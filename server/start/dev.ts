import { type Builds, createDevelopmentStack } from "./development-stack";
import { runStack } from "./run";

/** `npm run dev`, called by `server/setup/dev.mjs`, which builds the programs again whenever a source changes. */
export function dev(builds: Builds): Promise<void> {
  return runStack(createDevelopmentStack(builds));
}
