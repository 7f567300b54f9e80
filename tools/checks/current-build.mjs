import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprintSources } from "../../server/setup/fingerprint.mjs";

/** Whether the last build of a checkout is one of its present sources. */
export function isBuildCurrent(root) {
  const stamp = join(root, "dist", ".paydeck-sources");
  if (!existsSync(stamp) || !existsSync(join(root, ".next", "BUILD_ID"))) return false;
  return readFileSync(stamp, "utf8").trim() === fingerprintSources(root);
}
