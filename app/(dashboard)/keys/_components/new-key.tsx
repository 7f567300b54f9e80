"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { SecretDialog } from "@/components/actions/secret-dialog";
import type { NewKeyView } from "@/lib/keys/key-view";

/** A new key with its salt, shown once. */
export function NewKey(props: { made: NewKeyView; onStored: () => void; children?: ReactNode }) {
  const t = useTranslations("keys");
  const { made, onStored, children } = props;
  return (
    <SecretDialog
      title={t("made", { label: made.key.label })}
      values={[
        { name: t("apiKey"), value: made.apiKey },
        { name: t("salt"), value: made.salt },
      ]}
      onStored={onStored}
    >
      {children}
    </SecretDialog>
  );
}
