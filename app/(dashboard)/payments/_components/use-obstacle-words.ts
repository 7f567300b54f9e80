"use client";

import { useTranslations } from "use-intl/react";
import type { DeedObstacle, PaymentDeed, Role } from "@/lib/can";
import type { PaymentStatus } from "@/lib/contract/statuses";

type Facts = { role: Role; status: PaymentStatus };

/** Why a button is disabled, as its visible reason (sections 4.3 and 4.4 for the last two). */
export function useObstacleWords(): (deed: PaymentDeed, obstacle: DeedObstacle, facts: Facts) => string {
  const tCancel = useTranslations("cancel");
  const tRefund = useTranslations("refund");
  const tCommon = useTranslations("common");
  return (deed, obstacle, { role, status }) => {
    const roleWord = tCommon(`role.${role}`);
    switch (deed) {
      case "cancel_payment":
        return tCancel(`obstacle.${obstacle === "status" ? status : obstacle}`, { role: roleWord });
      case "refund_payment":
        return obstacle === "role"
          ? tRefund("obstacle.role", { role: roleWord })
          : tRefund(status === "INITIATED" ? "obstacle.notPaidYet" : "obstacle.notPaid");
    }
  };
}
