import { type Finding, ok, problem } from "../finding";

/** The oldest version in package.json's `engines`. */
const OLDEST = { major: 20, minor: 9 };

export function checkNodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const isSupported = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  if (isSupported) return ok("Node", `version ${version}`);
  const wanted = `${OLDEST.major}.${OLDEST.minor}`;
  return problem("Node", `version ${version} is older than ${wanted}`, `Install Node ${wanted} or newer.`);
}
