"use client";

import { useTranslations } from "use-intl/react";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";

/** The entries of the audit log about one id; for those who may open the log. */
export function AuditLink({ subject }: { subject: string }) {
  const t = useTranslations("common");
  return (
    <Link href={paths.audit({ subject })} className={buttonClass("link", "sm")}>
      {t("viewAudit")}
    </Link>
  );
}
