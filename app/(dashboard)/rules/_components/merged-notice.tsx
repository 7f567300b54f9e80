"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isolatedList } from "@/lib/direction";

type MergedNoticeProps = {
  version: number;
  /** The names of the rules that both changed. */
  clashes: readonly string[];
  /** Applies the order of that version; null if the orders are the same. */
  onTakeOrder: (() => void) | null;
};

/** My changes merged into a newer version, and the clashes that a person must decide. */
export function MergedNotice({ version, clashes, onTakeOrder }: MergedNoticeProps) {
  const t = useTranslations("rules.conflict");
  return (
    <Notice
      tone={onTakeOrder === null ? "info" : "warning"}
      role="status"
      title={t("merged", { version })}
      {...(onTakeOrder === null
        ? {}
        : {
            actions: (
              <Button size="sm" onClick={onTakeOrder}>
                {t("takeOrder", { version })}
              </Button>
            ),
          })}
    >
      {clashes.length > 0 && (
        <p>{t("clashes", { names: isolatedList(clashes.map((name) => `“${name}”`)) })}</p>
      )}
      {onTakeOrder !== null && <p>{t("orderClash")}</p>}
    </Notice>
  );
}
