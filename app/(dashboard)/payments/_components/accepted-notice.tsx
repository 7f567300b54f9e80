"use client";

import { Link } from "@/components/ui/link";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";

type AcceptedNoticeProps = {
  refundId: string;
  /** Whether the refund's page opens automatically: not while the user may be reading about an unknown outcome. */
  opensByItself: boolean;
};

/** The refund has an id now; its own page shows the rest. */
export function AcceptedNotice({ refundId, opensByItself }: AcceptedNoticeProps) {
  const t = useTranslations("refund");
  const router = useRouter();
  useEffect(() => {
    if (opensByItself) router.push(paths.refund(refundId));
  }, [router, refundId, opensByItself]);
  return (
    <Notice
      tone="success"
      role="alert"
      title={t("accepted.title")}
      actions={
        <Link href={paths.refund(refundId)} className={buttonClass("primary", "sm")}>
          {t("accepted.follow")}
        </Link>
      }
    >
      <p>{t(opensByItself ? "accepted.opening" : "accepted.status", { refundId })}</p>
    </Notice>
  );
}
