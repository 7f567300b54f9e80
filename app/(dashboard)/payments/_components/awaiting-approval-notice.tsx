"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";

/** The refund needed approval, and its request has ended without one. */
export function ApprovalEndedNotice({ approvalId }: { approvalId: string }) {
  const t = useTranslations("refund");
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t("approvalEnded.title")}
      actions={<OpenRequest approvalId={approvalId} />}
    >
      <p>{t("approvalEnded.body")}</p>
    </Notice>
  );
}

/** The refund is above a threshold: it was requested, not sent, and an approver decides. */
export function AwaitingApprovalNotice({ approvalId, expiresAt }: { approvalId: string; expiresAt: string }) {
  const t = useTranslations("refund");
  return (
    <Notice
      tone="info"
      role="status"
      title={t("awaitingApproval.title")}
      actions={<OpenRequest approvalId={approvalId} />}
    >
      <p>{t("awaitingApproval.money")}</p>
      <p>{t.rich("awaitingApproval.until", { time: () => <Time iso={expiresAt} /> })}</p>
    </Notice>
  );
}

function OpenRequest({ approvalId }: { approvalId: string }) {
  const t = useTranslations("refund");
  return (
    <Link href={paths.approval(approvalId)} className={buttonClass("primary", "sm")}>
      {t("awaitingApproval.open")}
    </Link>
  );
}
