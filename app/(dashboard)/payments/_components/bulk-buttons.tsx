"use client";

import { useTranslations } from "use-intl/react";
import { keepBulkRows } from "@/components/bulk/kept-rows";
import { Button } from "@/components/ui/button";
import { useOwner, usePagePerson } from "@/components/ui/page-account";
import { useRouter } from "@/components/ui/use-router";
import type { Role } from "@/lib/can";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { paths } from "@/lib/paths";
import { actionsOf, type BulkAction, bulkRowsOf, possibleFor } from "@/components/bulk/bulk-actions";

type BulkButtonsProps = { selected: readonly PaymentListItem[]; role: Role };

/** Each button opens a bulk run with the rows of the selected payments, which are checked before anything is sent. */
export function BulkButtons({ selected, role }: BulkButtonsProps) {
  const t = useTranslations("common.inBulk");
  const router = useRouter();
  const owner = useOwner(usePagePerson());
  const open = (action: BulkAction): void => {
    keepBulkRows({ owner, kind: action.kind, rows: bulkRowsOf(action, possibleFor(action, selected)) });
    router.push(paths.newBulk({ kind: action.kind }));
  };
  return actionsOf(role).map((action) => {
    const { length } = possibleFor(action, selected);
    return (
      <Button key={action.kind} size="sm" disabled={length === 0} onClick={() => open(action)}>
        {t(action.kind, { n: length })}
      </Button>
    );
  });
}
