import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { BulkRepeat, BulkRunPage, BulkRunView } from "@/lib/bulk";
import { paths } from "@/lib/paths";

/** What blocks a run, or must be known before the next action. */
export async function RunNotices({ page }: { page: BulkRunPage }) {
  const t = await translator("bulk");
  const { run } = page;
  const isGoing = run.state === "running" || run.state === "checking";
  return (
    <>
      {page.isOtherService && <Notice tone="warning" title={t("action.otherService")} />}
      {run.state === "paused" && run.pauseCause !== null && (
        <Notice tone="warning" title={t(`paused.${run.pauseCause}.title`)}>
          <p>{t(`paused.${run.pauseCause}.body`)}</p>
        </Notice>
      )}
      {run.state === "running" && page.isOnHold && (
        <Notice tone="warning" title={t("waiting.onHoldTitle")}>
          <p>{t("waiting.onHoldBody")}</p>
        </Notice>
      )}
      {isGoing && !page.isOnHold && run.waitsUntil !== null && (
        <Waiting page={page} waitsUntil={run.waitsUntil} />
      )}
      <Approval page={page} />
      {run.state === "checked" && page.sameFile !== null && <SameFile earlier={page.sameFile} />}
      {run.counts.unknown > 0 && (
        <Notice tone="warning" title={t("live.unknownTitle", { n: run.counts.unknown })}>
          <p>{t(unknownText(run))}</p>
        </Notice>
      )}
    </>
  );
}

/** What to do about rows of unknown outcome, and who does it. */
function unknownText({ kind, counts, leftToPeople }: BulkRunView) {
  if (kind !== "refund") return "live.unknownCancel";
  return leftToPeople === counts.unknown ? "live.leftToPeople" : "live.unknownRefund";
}

async function Waiting({ page: { run }, waitsUntil }: { page: BulkRunPage; waitsUntil: string }) {
  const t = await translator("bulk");
  const at = { time: () => <Time iso={waitsUntil} /> };
  return (
    <Notice tone="info" title={t(run.serviceError === "busy" ? "waiting.busyTitle" : "waiting.otherTitle")}>
      <p>{run.state === "checking" ? t.rich("waiting.checkBody", at) : t.rich("waiting.body", at)}</p>
    </Notice>
  );
}

async function Approval({ page }: { page: BulkRunPage }) {
  const { run, approval } = page;
  const t = await translator("bulk");
  if (approval === null) return null;
  const open = (
    <Link href={paths.approval(approval.approvalId)} className={buttonClass("secondary", "sm")}>
      {t("approval.open")}
    </Link>
  );
  if (approval.state === "WAITING") {
    return (
      <Notice tone="warning" title={t("approval.waitingTitle")} actions={open}>
        <p>{t.rich("approval.waitingBody", { time: () => <Time iso={approval.expiresAt} /> })}</p>
      </Notice>
    );
  }
  const isApproved = approval.state === "APPROVED";
  return (
    <Notice
      tone={isApproved ? "success" : "info"}
      title={t(`approval.endedTitle.${approval.state}`, { by: approval.decidedBy ?? "" })}
      actions={open}
    >
      {approval.note !== null && approval.note !== "" && <p>{t("approval.note", { note: approval.note })}</p>}
      {!isApproved && run.state === "checked" && (
        <p>{t(page.isApprovalNeeded ? "approval.endedBody" : "approval.endedBodyNotNeeded")}</p>
      )}
    </Notice>
  );
}

async function SameFile({ earlier }: { earlier: BulkRepeat }) {
  const t = await translator("bulk");
  return (
    <Notice
      tone="warning"
      title={t("review.repeatedTitle")}
      actions={
        <Link href={paths.bulkRun(earlier.runId)} className={buttonClass("secondary", "sm")}>
          {t("review.see")}
        </Link>
      }
    >
      <p>{t.rich("review.sameFile", { by: earlier.by, time: () => <Time iso={earlier.startedAt} /> })}</p>
    </Notice>
  );
}
