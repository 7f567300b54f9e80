import { join } from "node:path";
import { projectRoot } from "@/server/platform/root";
import { isBuildCurrent } from "../checks/current-build.mjs";
import { freePorts } from "../checks/programs.mjs";

/**
 * Starts one stack for all tests of pages over HTTP: the built product on data of its own, like that of the browser tests
 * (`e2e-stack.ts`), whose helpers they share.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (!isBuildCurrent(projectRoot()))
    throw new Error("These tests ask the built dashboard for its pages. Run `npm run build` first.");
  const [port = "", routingPort = ""] = freePorts(2);
  process.env.PAYDECK_E2E_PORT = port;
  process.env.PAYDECK_E2E_ROUTING_PORT = routingPort;
  // It reads the ports when it is loaded.
  const { startStacks } = await import("./start-stacks");
  return startStacks(join(projectRoot(), ".checks", "pages-logs"));
}
