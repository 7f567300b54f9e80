"use client";

import { useEffect, useEffectEvent } from "react";
import { withdrawRefundAction } from "@/app/(dashboard)/payments/actions";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";

/**
 * While `lost` may still be on its way, the browser confirms before it closes or reloads the page, and navigating away
 * sends a withdrawal. The user does not see its outcome; still better than a refund that nobody expects.
 */
export function useWithdrawalOnLeaving(lost: RequestRefundInput | null): void {
  const isLost = lost !== null;
  useEffect(() => {
    if (!isLost) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isLost]);

  const withdraw = useEffectEvent(() => {
    if (lost !== null) withdrawRefundAction(lost).catch(() => undefined);
  });
  useEffect(() => () => withdraw(), []);
}
