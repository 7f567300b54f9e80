"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import type { BulkRowView } from "@/lib/bulk";
import { paths } from "@/lib/paths";

/** Leads to the refund request that a row fulfils, if it does (decision 0278). */
export function FulfilledRequest({ row: { fulfilsRequest } }: { row: Pick<BulkRowView, "fulfilsRequest"> }) {
  const t = useTranslations("bulk.rows");
  if (fulfilsRequest === null) return null;
  return (
    <p>
      <Link href={paths.request(fulfilsRequest)} className="text-sm text-accent underline underline-offset-2">
        {t("fulfils")}
      </Link>
    </p>
  );
}
