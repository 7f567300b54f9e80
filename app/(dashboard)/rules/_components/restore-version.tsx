"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { restoreRulesAction } from "@/app/(dashboard)/rules/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";

type RestoreVersionProps = {
  /** The button's; “Restore this version” unless given. */
  label?: string;
  version: number;
  /** The version to replace: where another one is in force by then, nothing is restored. */
  inForce: number;
  size?: "sm" | "md";
};

/** Saves the rules of an older version as a new one, to undo changes. */
export function RestoreVersion({ label, version, inForce, size = "md" }: RestoreVersionProps) {
  const t = useTranslations("rules");
  const router = useRouter();
  const action = useAction(restoreRulesAction);
  const [isAsking, setIsAsking] = useState(false);
  const [note, setNote] = useState("");
  const restored = action.outcome?.kind === "done" ? action.outcome.value : null;

  const close = (): void => {
    setIsAsking(false);
    router.refresh();
  };

  return (
    <>
      {restored !== null && !isAsking && (
        <Notice tone="success" role="status" title={t("versions.restored", { version: restored.version })} />
      )}
      <Button
        size={size}
        icon={<Undo2 aria-hidden className="size-4" />}
        onClick={() => {
          action.clear();
          setIsAsking(true);
        }}
      >
        {label ?? t("versions.restore")}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={t("versions.restoreTitle", { version })}
          keep={t("versions.restoreKeep")}
          confirm={t("versions.restoreDo", { version })}
          action={action}
          input={{ version, expectedVersion: inForce, note }}
          whenUnknown={t("versions.whenUnknown")}
          onDone={close}
          onClose={close}
        >
          <p>{t("versions.restoreBody", { inForce })}</p>
          <TextAreaField
            label={t("save.note")}
            rows={2}
            dir="auto"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </ConfirmAction>
      )}
    </>
  );
}
