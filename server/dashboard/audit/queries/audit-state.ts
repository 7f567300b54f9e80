import type { AuditStateView, AuditVerificationView } from "@/lib/audit";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { auditHead } from "../store/audit-chain";
import { type AuditVerification, latestVerification } from "../store/audit-verifications";

/** The head of the chain, and the last verification with its verdict. */
export async function auditState(ctx: Ctx): Promise<AuditStateView> {
  await requirePermission(ctx, "view_audit", { kind: "audit", id: "" });
  const [head, latest] = await Promise.all([auditHead(ctx.pool), latestVerification(ctx.pool)]);
  return {
    head: { position: String(head.position), hash: head.hash.toString("hex") },
    latest: latest === null ? null : present(latest),
  };
}

function present(verification: AuditVerification): AuditVerificationView {
  const { finishedAt, verdict, position, expectedPosition } = verification;
  return {
    requestedAt: verification.requestedAt.toISOString(),
    newestRows: verification.newestRows,
    finished:
      finishedAt === null || verdict === null || position === null
        ? null
        : {
            at: finishedAt.toISOString(),
            verdict,
            position: String(position),
            expectedPosition: expectedPosition === null ? null : String(expectedPosition),
          },
  };
}
