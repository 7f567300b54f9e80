"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "@/components/actions/confirm-dialog";
import { Button } from "@/components/ui/button";

type DraftBarProps = {
  count: number;
  /** False until another person's newer version has been reviewed. */
  canSave: boolean;
  onDiscard: () => void;
  onSave: () => void;
  onRunInShadow: () => void;
  /** One of the buttons is about to be pressed. */
  onNear?: () => void;
};

/** The number of unsaved changes, with "discard", "run in shadow" and "save"; it stays in view while there are any. */
export function DraftBar({ count, canSave, onDiscard, onSave, onRunInShadow, onNear }: DraftBarProps) {
  const t = useTranslations("rules.draft");
  const experiments = useTranslations("rules.experiments");
  const [isAsking, setIsAsking] = useState(false);
  if (count === 0) return null;
  return (
    <section
      aria-label={t("bar")}
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line-strong bg-surface px-4 py-3 shadow-floating"
    >
      <div className="min-w-0 grow basis-56">
        <p role="status" className="font-semibold">
          {t("count", { count })}
        </p>
        <p className="text-sm text-ink-muted">{t("kept")}</p>
      </div>
      <div className="flex flex-wrap gap-2" onPointerEnter={onNear} onFocus={onNear}>
        <Button onClick={() => setIsAsking(true)}>{t("discard")}</Button>
        <Button disabled={!canSave} onClick={onRunInShadow}>
          {experiments("startAction")}
        </Button>
        <Button variant="primary" disabled={!canSave} onClick={onSave}>
          {t("save")}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t("discardTitle")}
          keep={t("discardKeep")}
          confirm={t("discardDo")}
          onKeep={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            onDiscard();
          }}
        >
          <p>{t("discardBody", { count })}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
