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
  | { kind: "read"; folder: string; newest: Date | null }
  /** Scheduled backups were read from their store. `isVerified`: a recent one was restored on trial. */
  | { kind: "stored"; title: string; newest: Date | null; isVerified: boolean }
  | { kind: "unreachable"; title: string; problem: string }
  /** Others make them. */
  | { kind: "managed"; by: string };

/** From here on a dump and its trial restore take hours (docs/maintenance.md). */
const LARGE_BYTES = 50 * 2 ** 30;

/** `bytes`: the size of all databases. */
export function checkBackups(facts: BackupFacts, now: Date, bytes = 0): Finding[] {
  const finding = checkFacts(facts, now);
  if (facts.kind === "managed" || bytes < LARGE_BYTES) return [finding];
  return [
    finding,
    warning(
      "backups",
      `the databases have ${Math.round(bytes / 2 ** 30)} GiB: a dump and its trial restore take hours`,
      "Use pgBackRest or the snapshots of your provider, and name them in BACKUP_MANAGED_BY.",
    ),
  ];
}

function checkFacts(facts: BackupFacts, now: Date): Finding {
  switch (facts.kind) {
    case "managed":
      return ok("backups", `made by ${facts.by}, as BACKUP_MANAGED_BY says; Paydeck does not check them`);
    case "not_named":
      return warning(
        "backups",
        "not checked",
        commandsHere(
          "Set BACKUP_TIME and BACKUP_FOLDER or BACKUP_S3_BUCKET, or name a folder: npm run doctor -- --backups FOLDER. Where others make them, set BACKUP_MANAGED_BY.",
        ),
      );
    case "unreadable":
      return problem("backups", `${facts.folder} cannot be read`, "Name the folder of the backups.");
    case "read":
      return checkAge(
        facts.folder,
        facts.newest,
        now,
        "Run npm run backup daily, and copy the file to another machine.",
      );
    case "stored": {
      const finding = checkAge(facts.title, facts.newest, now, "See why npm run backups -- run fails.");
      if (finding.level !== "ok" || facts.isVerified) return finding;
      return warning(
        "backups",
        "none of the newest was restored on trial",
        "Set BACKUP_VERIFY_EVERY to a small number.",
      );
    }
    case "unreachable":
      return problem("backups", facts.problem, "Correct the variables BACKUP_…, or repair the store.");
  }
}

/** A disk that breaks, or a machine that is lost, takes both. `isOnDisk`: whether the backups are on the disk of the data. */
export function checkBackupDisk(folder: string, isOnDisk: boolean): Finding {
  return isOnDisk
    ? warning(
        "backups",
        `${folder} is on the disk of the data: with that disk both are lost`,
        "Mount another disk there, set BACKUP_S3_BUCKET, or copy each backup to another machine.",
      )
    : ok("backups", `${folder} is on another disk than the data`);
}

function checkAge(folder: string, newest: Date | null, now: Date, advice: string): Finding {
  const action = commandsHere(advice);
  if (newest === null) return problem("backups", `there is none in ${folder}`, action);
  const ageMs = now.getTime() - newest.getTime();
  const found = `the newest is from ${newest.toISOString()}`;
  if (ageMs > PROBLEM_MS) return problem("backups", found, action);
  return ageMs > WARNING_MS ? warning("backups", found, action) : ok("backups", found);
}
