"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { displayAmount } from "@/lib/money";
import type { RefundIntentView } from "@/lib/views";
import { BlockedNotice } from "./blocked-notice";

/**
 * Somebody else's refund of this payment came first. Once that one is decided the person is told so, and goes back
 * to the form by their own hand: a form that came back by itself would look as if theirs had gone through.
 */
export function OvertakenNotice({
  blockedBy,
  onStartOver,
}: {
  blockedBy: RefundIntentView;
  onStartOver: () => void;
}) {
  const [isDecided, setIsDecided] = useState(false);
  if (!isDecided) return <BlockedNotice blockedBy={blockedBy} onSettled={() => setIsDecided(true)} />;
  return (
    <Notice
      tone="warning"
      role="alert"
      title="Your refund was not sent"
      actions={
        <Button size="sm" variant="primary" onClick={onStartOver}>
          Back to the form
        </Button>
      }
    >
      <p>
        <ForeignText>{blockedBy.requestedBy}</ForeignText> asked for{" "}
        {displayAmount(blockedBy.amount, blockedBy.currency)} of this payment a moment earlier, and that is
        decided now. Nothing was sent for yours. Look at what is left before you send it.
      </p>
    </Notice>
  );
}
