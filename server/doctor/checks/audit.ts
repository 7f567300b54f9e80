import { commandsHere } from "@/server/platform/commands-here";
import { type Finding, ok, problem, warning } from "../finding";

/** The latest finished verification in the dashboard, and when the log began; null when there is none. */
export type AuditFacts = {
  verification: { at: Date; verdict: string } | null;
  firstEntryAt: Date | null;
};

const RECENT_MS = 30 * 24 * 60 * 60 * 1000;

/** `account`: the slug of a further merchant account; null for the first. */
export function checkAudit(
  { verification, firstEntryAt }: AuditFacts,
  now: Date,
  account: string | null = null,
): Finding {
  const check = account === null ? "audit log" : `audit log of account ${account}`;
  if (verification !== null && verification.verdict !== "whole") {
    return problem(
      check,
      `it was altered (${verification.verdict}), found at ${verification.at.toISOString()}`,
      commandsHere(
        "Keep a copy of the database, run npm run audit:verify, and compare with the newest backup.",
      ),
    );
  }
  const since = verification?.at ?? firstEntryAt;
  if (since === null) return ok(check, "it is empty");
  const found =
    verification === null
      ? `it began at ${since.toISOString()} and was never verified`
      : `it was whole at ${since.toISOString()}`;
  if (now.getTime() - since.getTime() <= RECENT_MS) return ok(check, found);
  return warning(
    check,
    found,
    commandsHere("Verify it once a month: npm run audit:verify, or Verify on the page Audit log."),
  );
}
