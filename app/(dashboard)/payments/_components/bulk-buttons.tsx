"use client";

import { useTranslations } from "use-intl/react";
import { keepBulkRows } from "@/components/bulk/kept-rows";
import { Button } from "@/components/ui/button";
import { useOwner, usePagePerson } from "@/components/ui/page-account";
import { useRouter } from "@/components/ui/use-router";
import type { Role } from "@/lib/can";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { paths } from "@/lib/paths";
import { actionsOf, type BulkAction, bulkRowsOf, possibleFor, shareOf } from "@/components/bulk/bulk-actions";

type BulkButtonsProps = { selected: readonly PaymentListItem[]; role: Role };

/**
 * Each button opens a bulk run with the rows of those selected payments for which it is possible, which are checked before anything
 * is sent. It says how many they are.
 */
export function BulkButtons({ selected, role }: BulkButtonsProps) {
  const t = useTranslations("common.inBulk");
  const router = useRouter();
  const owner = useOwner(usePagePerson());
  const open = ({ kind }: BulkAction, rows: string): void => {
    keepBulkRows({ owner, kind, rows });
    router.push(paths.newBulk({ kind }));
  };
  return actionsOf(role).map((action) => {
    const possible = possibleFor(action, selected);
    if (possible.length === 0) return null;
    return (
      <Button key={action.kind} size="sm" onClick={() => open(action, bulkRowsOf(action, possible))}>
        {t(action.kind, shareOf(possible, selected))}
      </Button>
    );
  });
}
