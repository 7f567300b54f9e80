"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { updateKeyAction } from "@/app/(dashboard)/keys/actions";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import { useAction } from "@/components/actions/use-action";
import type { KeyAccess } from "@/lib/keys/key-access";
import type { KeyView } from "@/lib/keys/key-view";
import { AccessField } from "./access-field";
import { KeyFields, limitOf } from "./key-fields";

type EditKeyProps = {
  view: KeyView;
  grantable: readonly KeyAccess[];
  onSaved: (key: KeyView) => void;
  onClose: () => void;
};

/** Changes the name, limits and access; the key itself stays the same. */
export function EditKey({ view, grantable, onSaved, onClose }: EditKeyProps) {
  const t = useTranslations("keys");
  const action = useAction(updateKeyAction);
  const [texts, setTexts] = useState({
    label: view.label,
    perSecond: view.perSecond === null ? "" : String(view.perSecond),
    burst: view.burst === null ? "" : String(view.burst),
  });
  const [access, setAccess] = useState(view.access);
  return (
    <FormDialog
      title={t("editTitle", { label: view.label })}
      keep={t("editKeep")}
      confirm={t("editSave")}
      action={action}
      input={() => {
        const [perSecond, burst] = [limitOf(texts.perSecond), limitOf(texts.burst)];
        if (perSecond === undefined || burst === undefined) return null;
        return {
          keyId: view.keyId,
          label: texts.label,
          perSecond,
          burst,
          access: access === view.access ? null : access,
        };
      }}
      fields={["label", "rate_per_second", "rate_burst"]}
      whenUnknown={t("whenUnknown")}
      onDone={onSaved}
      onClose={onClose}
    >
      <KeyFields
        texts={texts}
        faults={{
          label: faultOf(action, "label"),
          perSecond: faultOf(action, "rate_per_second"),
          burst: faultOf(action, "rate_burst"),
        }}
        onChange={setTexts}
      />
      {access !== null && !view.isOurs && (
        <AccessField
          access={access}
          grantable={view.access === null ? grantable : [view.access, ...grantable]}
          onChange={setAccess}
        />
      )}
      {access !== null && view.isOurs && <p className="text-sm text-ink-muted">{t("oursAccess")}</p>}
    </FormDialog>
  );
}
