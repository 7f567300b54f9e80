import type { AuditVerdict } from "@/lib/audit";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type ChainVerdict, verifyChain } from "../store/chain";
import { recordAudit } from "../store/record-audit";
import type { Services } from "../../runtime";
import { auditHashAt, auditHead, auditLinks } from "../store/audit-chain";
import { findVerification, finishVerification } from "../store/audit-verifications";

type Verified = {
  verdict: AuditVerdict;
  position: bigint;
  expectedPosition: bigint | null;
  headHash: Buffer;
};

/** Verifies the audit log as it is now, and stores the verdict. Safe to repeat: only the first verdict counts. */
export async function verifyAudit(services: Services, verificationId: string): Promise<void> {
  const requested = await findVerification(services.pool, verificationId);
  if (requested === null || requested.finishedAt !== null) return;
  const verified = await verify(services, requested.newestRows);
  await inTransaction(services.pool, async (db) => {
    const at = services.clock.now();
    if (!(await finishVerification(db, verificationId, { ...verified, at }))) return;
    await recordAudit(db, {
      at,
      actor: "system",
      action: "audit_verified",
      subject: { kind: "audit", id: verificationId },
      detail: { verdict: verified.verdict, position: String(verified.position) },
    });
  });
}

/** Reads one snapshot: entries written meanwhile are in neither the log nor its head. */
async function verify({ pool }: Services, newestRows: number | null): Promise<Verified> {
  return inTransaction(pool, async (db) => {
    await db.query("set transaction isolation level repeatable read read only");
    const head = await auditHead(db);
    const from = await startOf(db, newestRows === null ? 0n : head.position - BigInt(newestRows));
    if (from === null) {
      // The entry before the ones to verify is missing: the log has a gap directly before them.
      const position = head.position - BigInt(newestRows ?? 0);
      return { verdict: "missing", position, expectedPosition: null, headHash: head.hash };
    }
    const verdict = await verifyChain(auditLinks(db, from.position), head, null, from);
    return { ...presentVerdict(verdict), headHash: head.hash };
  });
}

async function startOf(db: Db, position: bigint): Promise<{ position: bigint; hash: Buffer } | null> {
  if (position <= 0n) return { position: 0n, hash: Buffer.alloc(32) };
  const hash = await auditHashAt(db, position);
  return hash === null ? null : { position, hash };
}

function presentVerdict(verdict: ChainVerdict): Omit<Verified, "headHash"> {
  switch (verdict.kind) {
    case "whole":
      return { verdict: "whole", position: verdict.rows, expectedPosition: null };
    case "altered":
    case "missing":
      return { verdict: verdict.kind, position: verdict.position, expectedPosition: null };
    case "wrong_end":
      return { verdict: "wrong_end", position: verdict.last, expectedPosition: verdict.expected };
    case "other_history":
      throw new Error("no anchor was given");
  }
}
