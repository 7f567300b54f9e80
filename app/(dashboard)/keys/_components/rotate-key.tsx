"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { rotateKeyAction } from "@/app/(dashboard)/keys/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { useAction } from "@/components/actions/use-action";
import { SelectField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import type { KeyView, NewKeyView } from "@/lib/keys/key-view";
import { NewKey } from "./new-key";

const OVERLAP_HOURS = [0, 1, 24, 72, 168, 720];
const USUAL_HOURS = 24;
const DAY = 24;

/** Replaces this key by a new one, shown once; the old one stays valid for the chosen time. */
export function RotateKey({ view, onClose }: { view: KeyView; onClose: () => void }) {
  const t = useTranslations("keys");
  const action = useAction(rotateKeyAction);
  const [hours, setHours] = useState(USUAL_HOURS);
  const [made, setMade] = useState<NewKeyView | null>(null);
  const { keyId, label, isOurs } = view;
  const ours = isOurs && (
    <Notice tone="danger" title={t("oursTitle")}>
      <p>{t("oursRotate")}</p>
    </Notice>
  );

  if (made !== null) {
    return (
      <NewKey made={made} onStored={onClose}>
        <p className="text-sm text-ink-muted">{t("rotated")}</p>
        {ours}
      </NewKey>
    );
  }
  return (
    <ConfirmAction
      title={t("rotateTitle", { label })}
      keep={t("rotateKeep")}
      confirm={t("rotateDo")}
      action={action}
      input={{ keyId, overlapHours: hours }}
      whenUnknown={t("whenUnknownRotate")}
      onDone={setMade}
      onClose={onClose}
    >
      {ours}
      <p>{t("rotateBody")}</p>
      <SelectField
        label={t("overlap")}
        value={String(hours)}
        options={OVERLAP_HOURS.map((option) => ({
          value: String(option),
          label:
            option > DAY ? t("overlapDays", { days: option / DAY }) : t("overlapHours", { hours: option }),
        }))}
        onChange={({ target }) => setHours(parseInt(target.value, 10))}
      />
    </ConfirmAction>
  );
}
