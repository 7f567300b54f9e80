import { join } from "node:path";
import { projectRoot } from "@/server/platform/root";
import { ensureChromium } from "../checks/chromium.mjs";
import { startStacks } from "./start-stacks";

/** Starts the stacks of the browser tests. Without a browser or its fonts, no test runs. */
export default async function setUp(): Promise<() => Promise<void>> {
  const chromium = ensureChromium();
  if ("problem" in chromium) throw new Error(chromium.problem);
  return startStacks(join(projectRoot(), ".checks", "e2e-logs"));
}
