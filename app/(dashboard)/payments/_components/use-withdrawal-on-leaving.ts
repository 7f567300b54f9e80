"use client";

import { useEffect, useEffectEvent } from "react";
import { withdrawRefundAction } from "@/app/(dashboard)/payments/actions";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";

/**
 * For as long as `lost` may still be on its way: the browser asks before it closes or reloads the page, and a page that is
 * left by its history withdraws it behind its back. That nobody is told of; it is better than a refund nobody expects.
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
