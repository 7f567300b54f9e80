"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { OpsResult } from "@/lib/contract/ops";
import { changesBetween } from "@/lib/rules/changes";
import { ChangesView } from "./changes-view";
import type { RulesBase } from "./use-rules-draft";

/** Another version than the draft's is in force: its changes, and how to continue without losing either side's. */
export function ConflictNotice(props: {
  base: RulesBase;
  newer: OpsResult<"rules.current">;
  onMerge: () => void;
}) {
  const t = useTranslations("rules.conflict");
  const { base, newer, onMerge } = props;
  return (
    <Notice
      tone="warning"
      role="alert"
      title={
        newer.version > base.version
          ? t("title", { version: newer.version })
          : t("replaced", { base: base.version, version: newer.version })
      }
      actions={
        <Button size="sm" onClick={onMerge}>
          {t("merge", { version: newer.version })}
        </Button>
      }
    >
      <p>{t("by", { author: newer.author, note: newer.note ?? t("noNote") })}</p>
      <p>{t("body")}</p>
      <ChangesView changes={changesBetween(base.rules, newer.rules)} />
    </Notice>
  );
}
