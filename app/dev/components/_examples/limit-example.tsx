"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { LimitFields } from "@/app/(dashboard)/people/roles/_components/limit-fields";
import type { TypedLimit } from "@/lib/people/role-views";

/** The amounts of a permission, as they change. */
export function LimitExample() {
  const t = useTranslations("people.roles");
  const [limits, setLimits] = useState<TypedLimit[] | null>([{ currency: "INR", amount: "0" }]);
  return (
    <LimitFields
      permission="refund_payment"
      limits={limits}
      ownLimits={{ INR: "100000" }}
      fault={t("fault.limits.amount")}
      isReadOnly={false}
      onChange={setLimits}
    />
  );
}
