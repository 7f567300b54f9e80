import { systemClock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { examine } from "./examine";
import { type Finding, problem } from "./finding";
import { readInstallation } from "./read-installation";

/** An invalid variable is a finding too; nothing else can be checked with it. */
export async function examineOrExplain(
  backups: string | null,
  environment: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  try {
    return await examine(await readInstallation(environment), { backups, environment }, () =>
      systemClock.now(),
    );
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.message
      .split("\n")
      .map((line) => problem("configuration", line, "Correct it, and run the command again."));
  }
}
