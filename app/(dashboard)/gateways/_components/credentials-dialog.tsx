"use client";

import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type CredentialsInput, saveCredentialsAction } from "@/app/(dashboard)/gateways/actions";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import { type ActionState, useAction } from "@/components/actions/use-action";
import { Checkbox, SelectField, TextField } from "@/components/ui/controls";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import {
  CREDENTIAL_FIELDS,
  type CredentialField,
  needsWebhookFirst,
  VENDOR_NAMES,
  type VendorTarget,
} from "@/lib/gateways/credential-fields";

type Account = { account: number; revision: number; hint: string };

export type CredentialsDialogProps = {
  target: VendorTarget;
  /**
   * `add`: a further account. `change`: other credentials of an account. `ask`: the person says which of both, for the
   * account in use.
   */
  choice: { kind: "add" } | { kind: "change"; account: Account } | { kind: "ask"; account: Account };
  onSaved: (saved: { isSame: boolean; hint: string; isWaiting: boolean }) => void;
  onClose: () => void;
};

/**
 * The form for credentials. What is typed goes to the server and never comes back: after a refusal it is still in the
 * form, and it is gone when the form is closed.
 */
export function CredentialsDialog({ target, choice, onSaved, onClose }: CredentialsDialogProps) {
  const t = useTranslations("gateways.credentials");
  const accounts = useTranslations("gateways.accounts");
  const action = useAction(saveCredentialsAction);
  const [texts, setTexts] = useState<Partial<Record<CredentialField, string>>>({ environment: "live" });
  const [isSame, setIsSame] = useState<boolean | null>(
    choice.kind === "ask" ? null : choice.kind === "change",
  );
  const [isUnanswered, setIsUnanswered] = useState(false);
  /** The response whose doubt is overridden: not a later one, which may have another. */
  const [overridden, setOverridden] = useState<typeof action.outcome>(null);
  const vendor = VENDOR_NAMES[target.vendor];
  const fields = CREDENTIAL_FIELDS[target.vendor];
  const account = choice.kind === "add" ? null : choice.account;
  const doubt = doubtOf(action);

  return (
    <FormDialog
      title={
        choice.kind === "change"
          ? t("titleOf", { vendor, hint: choice.account.hint })
          : t("title", { vendor })
      }
      keep={t("keep")}
      confirm={t("save")}
      action={action}
      input={(): CredentialsInput | null => {
        setIsUnanswered(isSame === null);
        if (isSame === null) return null;
        const given = Object.fromEntries(
          fields.flatMap(({ name, isOptional }) => {
            const text = (texts[name] ?? "").trim();
            return text === "" && isOptional === true ? [] : [[name, text]];
          }),
        );
        const entered = {
          credentials: { ...given, gateway: target.vendor },
          saveAnyway: overridden === action.outcome ? (doubt?.kind ?? null) : null,
        };
        return isSame && account !== null
          ? { ...entered, kind: "change", account: account.account, revision: account.revision }
          : { ...entered, kind: "add", replaces: target.inUse };
      }}
      fields={[...fields.map(({ name }) => `credentials.${name}`), "save_anyway"]}
      whenUnknown={t("whenUnknown")}
      onDone={({ account: saved, isWaiting }) =>
        onSaved({ isSame: isSame === true, hint: saved.hint, isWaiting })
      }
      onClose={onClose}
    >
      {choice.kind === "ask" && (
        <WhatChanged
          vendor={vendor}
          hint={choice.account.hint}
          isSame={isSame}
          isUnanswered={isUnanswered && isSame === null}
          onChange={(same) => {
            setIsSame(same);
            setOverridden(null);
          }}
        />
      )}
      <div className="text-sm">
        <p className="mb-1 text-ink-muted">
          {t(needsWebhookFirst(target.vendor) ? "webhookFirst" : "webhookToo", { vendor })}
        </p>
        <CopyableId id={target.address} what={accounts("address")} />
      </div>
      {fields.map(({ name, kind, isOptional }) => {
        const error = faultOf(action, `credentials.${name}`);
        const label = isOptional === true ? t("optional", { label: t(`field.${name}`) }) : t(`field.${name}`);
        const set = (text: string): void => {
          setTexts((typed) => ({ ...typed, [name]: text }));
          // Nobody has decided to save other values in spite of a doubt.
          setOverridden(null);
        };
        if (kind === "environment") {
          return (
            <SelectField
              key={name}
              label={label}
              value={texts[name] ?? "live"}
              options={(["live", "sandbox"] as const).map((value) => ({
                value,
                label: t(`environments.${value}`),
              }))}
              error={error}
              onChange={({ target: { value } }) => set(value)}
            />
          );
        }
        return (
          <TextField
            key={name}
            label={label}
            type={kind === "secret" ? "password" : "text"}
            // Browsers ignore "off" for secrets, and would fill in the person's own password.
            autoComplete={kind === "secret" ? "new-password" : "off"}
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            className="font-mono"
            value={texts[name] ?? ""}
            error={error}
            {...(name === "live_prefix" && { hint: t("live_prefixHint") })}
            onChange={({ target: { value } }) => set(value)}
          />
        );
      })}
      {isSame === false && <p className="text-sm">{t("secondPerson")}</p>}
      <p className="text-sm text-ink-muted">{t("shown")}</p>
      {doubt !== null && (
        <Notice tone="warning" role="alert" title={<ForeignText>{doubt.text}</ForeignText>}>
          <Checkbox
            label={t("saveAnyway")}
            checked={overridden === action.outcome}
            onChange={({ target: { checked } }) => setOverridden(checked ? action.outcome : null)}
          />
        </Notice>
      )}
    </FormDialog>
  );
}

/** What the service doubts and a person can decide against; null without a doubt. */
function doubtOf<I, T>({ outcome }: ActionState<I, T>): { kind: string; text: string } | null {
  const faults = outcome?.kind === "refused" ? outcome.faults : [];
  const found = faults.find(({ field }) => field.startsWith(DOUBT));
  return found === undefined ? null : { kind: found.field.slice(DOUBT.length), text: found.text };
}
const DOUBT = "save_anyway.";

type WhatChangedProps = {
  vendor: string;
  hint: string;
  isSame: boolean | null;
  isUnanswered: boolean;
  onChange: (isSame: boolean) => void;
};

/** The wrong choice would leave earlier payments without working keys, so none is preselected. */
function WhatChanged({ vendor, hint, isSame, isUnanswered, onChange }: WhatChangedProps) {
  const t = useTranslations("gateways.credentials");
  const id = useId();
  const radio = (value: boolean, label: string, meaning: string) => (
    <label className="flex touch-target items-start gap-2 text-sm">
      <input
        type="radio"
        name={id}
        required
        checked={isSame === value}
        className="mt-0.5 size-4 shrink-0 accent-accent-solid"
        onChange={() => onChange(value)}
      />
      <span className="min-w-0">
        {label}
        <span className="block text-ink-muted">{meaning}</span>
      </span>
    </label>
  );
  return (
    <fieldset className="min-w-0 space-y-2" aria-describedby={isUnanswered ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium">{t("what")}</legend>
      {radio(true, t("same"), t("sameHint", { vendor, hint }))}
      {radio(false, t("other"), t("otherHint", { vendor, hint }))}
      {isUnanswered && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("whatMissing")}
        </p>
      )}
    </fieldset>
  );
}
