"use client";

import { useTranslations } from "use-intl/react";
import type { PermissionObstacle, PaymentPermission } from "@/lib/can";
import type { PaymentStatus } from "@/lib/contract/statuses";

/** Why a button is disabled, or not there, as visible text (specification 4.3). */
export function useObstacleText(): (
  permission: PaymentPermission,
  obstacle: PermissionObstacle,
  status: PaymentStatus,
) => string {
  const tCancel = useTranslations("cancel");
  const tRefund = useTranslations("refund");
  return (permission, obstacle, status) => {
    switch (permission) {
      case "cancel_payment":
        return tCancel(`obstacle.${obstacle === "status" ? status : obstacle}`);
      case "refund_payment":
      case "request_refund":
        return tRefund("obstacle.role");
    }
  };
}
