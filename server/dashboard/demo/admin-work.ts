import { verifyAuditLog } from "../audit/commands/verify-audit-log";
import { verifyAudit } from "../audit/jobs/verify-audit";
import { latestVerification } from "../audit/store/audit-verifications";
import { deactivatePerson } from "../people/commands/set-person-active";
import { type Desk, expectKind } from "./staff";

/** One of the team has left. */
export async function deactivateOne({ staff }: Desk): Promise<void> {
  const { userId } = staff.as("support", 2).actor;
  expectKind(await deactivatePerson(staff.as("admin"), userId), "done");
}

/** Has the audit log verified, as the screen does. */
export async function verifyWhole({ staff, services }: Desk): Promise<void> {
  expectKind(await verifyAuditLog(staff.as("admin"), "all"), "started");
  const latest = await latestVerification(services.pool);
  if (latest !== null) await verifyAudit(services, { verificationId: latest.id });
}
