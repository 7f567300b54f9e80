import { commandsHere } from "@/server/platform/commands-here";
import { type Finding, ok, problem, warning } from "../finding";

const HOUR_MS = 60 * 60 * 1000;
/** A daily backup that starts late or takes long is not a fault. */
const WARNING_MS = 26 * HOUR_MS;
const PROBLEM_MS = 8 * 24 * HOUR_MS;

/** `not_named`: the command was called without the folder of the backups. */
export type BackupFacts =
  | { kind: "not_named" }
  | { kind: "unreadable"; folder: string }
  | { kind: "read"; folder: string; newest: Date | null };

export function checkBackups(facts: BackupFacts, now: Date): Finding {
  switch (facts.kind) {
    case "not_named":
      return warning(
        "backups",
        "not checked",
        commandsHere("Set BACKUP_FOLDER, or name their folder: npm run doctor -- --backups FOLDER."),
      );
    case "unreadable":
      return problem("backups", `${facts.folder} cannot be read`, "Name the folder of the backups.");
    case "read":
      return checkAge(facts.folder, facts.newest, now);
  }
}

function checkAge(folder: string, newest: Date | null, now: Date): Finding {
  const action = commandsHere("Run npm run backup daily, and copy the file to another machine.");
  if (newest === null) return problem("backups", `there is none in ${folder}`, action);
  const ageMs = now.getTime() - newest.getTime();
  const found = `the newest is from ${newest.toISOString()}`;
  if (ageMs > PROBLEM_MS) return problem("backups", found, action);
  return ageMs > WARNING_MS ? warning("backups", found, action) : ok("backups", found);
}
