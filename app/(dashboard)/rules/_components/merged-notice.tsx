"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type MergedNoticeProps = {
  version: number;
  /** Names of the rules that both changed. */
  clashes: readonly string[];
  /** Puts the rules in the order of that version; null where the orders do not differ. */
  onTakeOrder: (() => void) | null;
};

/** My changes on top of a newer version, and what a person has to decide about them. */
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
      {clashes.length > 0 && <p>{t("clashes", { names: clashes.map((name) => `“${name}”`).join(", ") })}</p>}
      {onTakeOrder !== null && <p>{t("orderClash")}</p>}
    </Notice>
  );
}
