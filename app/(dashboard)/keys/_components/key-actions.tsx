"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { revokeKeyAction } from "@/app/(dashboard)/keys/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import type { KeyAccess } from "@/lib/keys/key-access";
import type { KeyView } from "@/lib/keys/key-view";
import { EditKey } from "./edit-key";
import { RotateKey } from "./rotate-key";

type Permission = "edit" | "rotate" | "revoke";

/** The actions on an active key; their outcome is shown beside it. */
export function KeyActions({ view, grantable }: { view: KeyView; grantable: readonly KeyAccess[] }) {
  const t = useTranslations("keys");
  const router = useRouter();
  const [open, setOpen] = useState<Permission | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const { label } = view;
  // Whoever rotates a key gets the salt of a new one with its access (0315).
  const mayRotate = grantable.includes(view.access ?? "all");

  const close = (): void => {
    setOpen(null);
    router.refresh();
  };
  return (
    <>
      <div className="-my-1 -mr-2.5 inline-flex" title={mayRotate ? undefined : t("rotateClosed")}>
        <Button variant="ghost" size="sm" aria-label={t("editOf", { label })} onClick={() => setOpen("edit")}>
          {t("edit")}
        </Button>
        {mayRotate && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("rotateOf", { label })}
            onClick={() => setOpen("rotate")}
          >
            {t("rotate")}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={t("revokeOf", { label })}
          onClick={() => setOpen("revoke")}
        >
          {t("revoke")}
        </Button>
      </div>
      {!mayRotate && <p className="sr-only">{t("rotateClosed")}</p>}
      {saved !== null && (
        <p role="status" className="text-sm text-success">
          {t("saved", { label: saved })}
        </p>
      )}
      {open === "edit" && (
        <EditKey
          view={view}
          grantable={grantable}
          onSaved={(key) => {
            setSaved(key.label);
            close();
          }}
          onClose={close}
        />
      )}
      {open === "rotate" && <RotateKey view={view} onClose={close} />}
      {open === "revoke" && <RevokeKey view={view} onClose={close} />}
    </>
  );
}

/** Revokes a key for good, after its label was typed. Afterwards the list shows that it was revoked. */
function RevokeKey({ view, onClose }: { view: KeyView; onClose: () => void }) {
  const t = useTranslations("keys");
  const action = useAction(revokeKeyAction);
  const [typed, setTyped] = useState("");
  const { keyId, label, isOurs } = view;
  return (
    <ConfirmAction
      title={t("revokeTitle", { label })}
      keep={t("revokeKeep")}
      confirm={t("revokeDo")}
      tone="danger"
      action={action}
      input={{ keyId }}
      canConfirm={typed.trim() === label.trim()}
      whenUnknown={t("whenUnknown")}
      onDone={onClose}
      onClose={onClose}
    >
      {isOurs && (
        <Notice tone="danger" title={t("oursTitle")}>
          <p>{t("oursRevoke")}</p>
        </Notice>
      )}
      <p>{t("revokeBody")}</p>
      <TextField
        label={t("revokeType", { label })}
        autoComplete="off"
        dir="auto"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmAction>
  );
}
