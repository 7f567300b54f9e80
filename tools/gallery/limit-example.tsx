"use client";

import { useState } from "react";
import { LimitFields } from "@/app/(dashboard)/people/roles/_components/limit-fields";
import type { TypedLimit } from "@/lib/people/role-views";

/** The amounts of a permission, as they change. */
export function LimitExample() {
  const [limits, setLimits] = useState<TypedLimit[] | null>([{ currency: "INR", amount: "0" }]);
  return (
    <LimitFields
      permission="refund_payment"
      limits={limits}
      ownLimits={{ INR: "100000" }}
      fault={{ field: "refundLimits", fault: "amount", line: 0 }}
      isReadOnly={false}
      onChange={setLimits}
    />
  );
}
