"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";

type SecretDialogProps = {
  title: string;
  values: readonly { name: string; value: string }[];
  children?: ReactNode;
  onStored: () => void;
};

/**
 * A secret that is shown once. Only its own button closes it, and that button has no initial focus: neither a stray
 * Escape nor a second Enter may lose the secret.
 */
export function SecretDialog({ title, values, children, onStored }: SecretDialogProps) {
  const t = useTranslations("actions.once");
  return (
    <Dialog
      role="alertdialog"
      title={title}
      onDismiss={() => undefined}
      canDismiss={false}
      className="max-w-xl"
    >
      <div className="space-y-4">
        <Notice tone="warning" title={t("warning")}>
          <p>{t("body")}</p>
        </Notice>
        <Facts>
          {values.map(({ name, value }) => (
            <Fact key={name} name={name}>
              <CopyableId id={value} what={name} />
            </Fact>
          ))}
        </Facts>
        {children}
      </div>
      <DialogButtons>
        <Button variant="primary" onClick={onStored}>
          {t("stored")}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
