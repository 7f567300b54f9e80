"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { createKeyAction } from "@/app/(dashboard)/keys/actions";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { instantOfLocal } from "@/components/ui/local-time";
import { useRouter } from "@/components/ui/use-router";
import type { KeyAccess } from "@/lib/keys/key-access";
import type { NewKeyView } from "@/lib/keys/key-view";
import { AccessField } from "./access-field";
import { KeyFields, limitOf } from "./key-fields";
import { NewKey } from "./new-key";

type CreateKeyProps = {
  /** Whether the service has restricted keys: else each key may call everything. */
  offersAccess: boolean;
  /** The accesses that the person's own role covers. */
  grantable: readonly KeyAccess[];
};

export function CreateKey({ offersAccess, grantable }: CreateKeyProps) {
  const t = useTranslations("keys");
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<NewKeyView | null>(null);
  const router = useRouter();
  const usual = offersAccess ? USUAL.find((access) => grantable.includes(access)) : "all";
  if (usual === undefined || !grantable.includes(usual))
    return <p className="max-w-sm text-sm text-ink-muted">{t("createClosed")}</p>;
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => setIsOpen(true)}
      >
        {t("create")}
      </Button>
      {isOpen && (
        <CreateForm
          offersAccess={offersAccess}
          grantable={grantable}
          usual={usual}
          onMade={(key) => {
            setIsOpen(false);
            setMade(key);
          }}
          onClose={() => {
            setIsOpen(false);
            router.refresh();
          }}
        />
      )}
      {made !== null && (
        <NewKey
          made={made}
          onStored={() => {
            setMade(null);
            router.refresh();
          }}
        />
      )}
    </>
  );
}

// Most new keys are for a shop's server; one that leaks must not reach gateways and keys (0315).
const USUAL: readonly KeyAccess[] = ["payments", "payments_without_refunds", "read_only"];

type CreateFormProps = CreateKeyProps & {
  usual: KeyAccess;
  onMade: (made: NewKeyView) => void;
  onClose: () => void;
};

function CreateForm({ offersAccess, grantable, usual, onMade, onClose }: CreateFormProps) {
  const t = useTranslations("keys");
  const action = useAction(createKeyAction);
  const [texts, setTexts] = useState({ label: "", perSecond: "", burst: "" });
  const [ends, setEnds] = useState("");
  const [access, setAccess] = useState(usual);
  return (
    <FormDialog
      title={t("createTitle")}
      keep={t("createKeep")}
      confirm={t("create")}
      action={action}
      input={() => {
        const [perSecond, burst] = [limitOf(texts.perSecond), limitOf(texts.burst)];
        if (perSecond === undefined || burst === undefined) return null;
        return {
          label: texts.label,
          perSecond,
          burst,
          expiresAt: instantOfLocal(ends),
          access: offersAccess ? access : null,
        };
      }}
      fields={["label", "rate_per_second", "rate_burst", "expires_at"]}
      whenUnknown={t("whenUnknownCreate")}
      onDone={onMade}
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
      {offersAccess && <AccessField access={access} grantable={grantable} onChange={setAccess} />}
      <TextField
        type="datetime-local"
        label={t("endsAt")}
        value={ends}
        hint={t("endsAtHint")}
        error={faultOf(action, "expires_at")}
        onChange={({ target }) => setEnds(target.value)}
      />
    </FormDialog>
  );
}
