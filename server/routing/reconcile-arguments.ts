import { commandsHere } from "@/server/platform/commands-here";
import { err, ok, type Result } from "@/lib/result";

/** The arguments of `npm run reconcile`. `day`: the UTC day as it was entered. */
export type ReconcileArguments = {
  day: string;
  merchant: string | null;
  isJson: boolean;
  isDryRun: boolean;
};

const RECONCILE_USAGE =
  commandsHere(`Usage: npm run reconcile -- [--day YYYY-MM-DD] [--merchant NAME] [--json] [--dry-run]
  --day        the UTC day whose ended payments and refunds are compared beside everything that is open (yesterday)
  --merchant   one merchant only
  --json       one JSON object a line
  --dry-run    reports what it would do, and changes nothing`);

const DAY_MS = 24 * 60 * 60 * 1000;

/** Errors: a sentence that names the invalid argument. */
export function readReconcileArguments(
  args: readonly string[],
  now: Date,
): Result<ReconcileArguments, string> {
  const given = new Map<string, string>();
  for (let i = 0; i < args.length; i += 1) {
    const name = args[i] ?? "";
    if (given.has(name)) return err(`${name} is given twice.`);
    if (name === "--json" || name === "--dry-run") {
      given.set(name, "");
    } else if (name === "--day" || name === "--merchant") {
      const value = args[i + 1];
      if (value === undefined || value.startsWith("--")) return err(`${name} needs a value.`);
      given.set(name, value);
      i += 1;
    } else {
      return err(`"${name}" is not known.\n${RECONCILE_USAGE}`);
    }
  }
  const day = given.get("--day") ?? dayOf(new Date(now.getTime() - DAY_MS));
  const from = new Date(`${day}T00:00:00.000Z`);
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) || Number.isNaN(from.getTime()) || dayOf(from) !== day) {
    return err(`--day takes a date like 2026-01-31, not "${day}".`);
  }
  if (from > now) return err(`--day ${day} has not begun yet.`);
  return ok({
    day,
    merchant: given.get("--merchant") ?? null,
    isJson: given.has("--json"),
    isDryRun: given.has("--dry-run"),
  });
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
