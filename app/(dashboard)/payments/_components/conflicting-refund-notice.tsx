"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { displayAmount } from "@/lib/money";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { BlockedNotice } from "./blocked-notice";

/**
 * Another person's refund of this payment came first. Once its outcome is known, the user is informed and returns to
 * the form manually: a form that came back automatically would look as if their own refund had gone through.
 */
export function ConflictingRefundNotice({
  blockedBy,
  onStartOver,
}: {
  blockedBy: RefundIntentView;
  onStartOver: () => void;
}) {
  const t = useTranslations("refund");
  const [isDecided, setIsDecided] = useState(false);
  if (!isDecided) return <BlockedNotice blockedBy={blockedBy} onSettled={() => setIsDecided(true)} />;
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t("overtaken.title")}
      actions={
        <Button size="sm" variant="primary" onClick={onStartOver}>
          {t("overtaken.back")}
        </Button>
      }
    >
      <p>
        {t.rich("overtaken.body", {
          person: () => <ForeignText>{blockedBy.requestedBy}</ForeignText>,
          amount: displayAmount(blockedBy.amount, blockedBy.currency),
        })}
      </p>
    </Notice>
  );
}
