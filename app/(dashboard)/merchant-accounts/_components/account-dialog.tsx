"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DialogForm } from "@/components/actions/dialog-form";
import { Checkbox, SelectField, TextField } from "@/components/ui/controls";
import { ACCOUNT_COLOURS } from "@/lib/accounts/account";
import type { AccountField, AccountInput, AccountOutcome, AccountRow } from "@/lib/accounts/account-views";
import { addAccountAction, changeAccountAction, replaceAccountKeyAction } from "../actions";
import { AccountNotice } from "./account-notice";
import { useAccountChange } from "./use-account-change";

const EMPTY: AccountInput = { name: "", slug: "", colour: "blue", baseUrl: "", apiKey: "", salt: "" };

/** What the dialog is for; `account`: which one is changed. */
export type AccountTask =
  | { kind: "add" }
  | { kind: "edit"; account: AccountRow }
  | { kind: "key"; account: AccountRow };

const FIELDS = {
  add: ["name", "slug", "colour", "baseUrl", "apiKey", "salt"],
  edit: ["name", "colour"],
  key: ["apiKey", "salt"],
} as const satisfies Record<AccountTask["kind"], readonly AccountField[]>;

const HINTS = { slug: "slugHint", baseUrl: "baseUrlHint", salt: "saltHint" } as const;

export function AccountDialog({ task, onClose }: { task: AccountTask; onClose: () => void }) {
  const t = useTranslations("accounts");
  const [entered, setEntered] = useState<AccountInput>(
    task.kind === "edit" ? { ...EMPTY, name: task.account.name, colour: task.account.colour } : EMPTY,
  );
  const [isOther, setIsOther] = useState(false);
  const saving = useAccountChange(onClose);
  const { outcome, isBusy } = saving;
  const name = task.kind === "add" ? "" : task.account.name;
  const title = { add: t("addTitle"), edit: t("editTitle", { name }), key: t("keysTitle", { name }) };
  const hint = { add: t("addHint"), edit: null, key: t("keysHint") };

  const faultAt = (field: AccountField): string | undefined => {
    if (outcome?.kind === "slug_taken" && field === "slug") return t("fault.slug_taken");
    return outcome?.kind === "invalid" && outcome.fields.includes(field) ? t(`fault.${field}`) : undefined;
  };
  const bind = (field: AccountField) => ({
    label: t(field),
    value: entered[field],
    error: faultAt(field),
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setEntered((before) => ({ ...before, [field]: value })),
  });

  return (
    <DialogForm
      title={title[task.kind]}
      keep={t("cancel")}
      confirm={t("save")}
      isSending={isBusy}
      onSubmit={() => void saving.change(() => send(task, entered, isOther))}
      onClose={onClose}
    >
      {hint[task.kind] !== null && <p className="text-sm text-ink-muted">{hint[task.kind]}</p>}
      {FIELDS[task.kind].map((field, at) =>
        field === "colour" ? (
          <SelectField
            key={field}
            {...bind(field)}
            options={ACCOUNT_COLOURS.map((colour) => ({ value: colour, label: t(`colours.${colour}`) }))}
          />
        ) : (
          <TextField
            key={field}
            {...bind(field)}
            {...(field in HINTS ? { hint: t(HINTS[field as keyof typeof HINTS]) } : {})}
            type={field === "salt" ? "password" : "text"}
            autoComplete={field === "salt" ? "new-password" : "off"}
            spellCheck={false}
            {...(field === "name" ? {} : { className: "font-mono" })}
            {...(at === 0 ? { "data-initial-focus": true } : {})}
          />
        ),
      )}
      {outcome !== null && <AccountNotice outcome={outcome} />}
      {task.kind === "add" && (isOther || outcome?.kind === "unverified") && (
        <Checkbox
          label={t("isOther")}
          checked={isOther}
          onChange={({ target }) => setIsOther(target.checked)}
        />
      )}
      {isBusy && task.kind === "add" && (
        <p role="status" className="text-sm text-ink-muted">
          {t("saving")}
        </p>
      )}
    </DialogForm>
  );
}

function send(task: AccountTask, entered: AccountInput, isOtherMerchant: boolean): Promise<AccountOutcome> {
  const { name, colour, apiKey, salt } = entered;
  switch (task.kind) {
    case "add":
      return addAccountAction({ ...entered, isOtherMerchant });
    case "edit":
      return changeAccountAction({ id: task.account.id, name, colour });
    case "key":
      return replaceAccountKeyAction({ id: task.account.id, apiKey, salt });
  }
}
