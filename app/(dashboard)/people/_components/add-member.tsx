"use client";

import { useRouter } from "@/components/ui/use-router";
import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import type { MemberOutcome } from "@/lib/accounts/account-views";
import { isPreset } from "@/lib/can";
import type { GivableRole } from "@/lib/people/role-views";
import { addMemberAction } from "../actions";

/** Gives somebody who already signs in here a role in this account. */
export function AddMember({ roles }: { roles: readonly GivableRole[] }) {
  const t = useTranslations("accounts.member");
  const tCommon = useTranslations("common");
  const router = useRouter();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState(roles[0]?.id ?? "");
  const { sending, outcome, send } = useSend(addMemberAction, CUT_OFF, ({ kind }) => {
    if (kind === "added") setEmail("");
    if (kind === "added" || kind === "cut_off") router.refresh();
  });
  return (
    <Panel title={t("title")} className="mb-4">
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          void send({ email, role });
        }}
      >
        <p className="w-full text-sm text-ink-muted">
          {t("about")} {t("inFirst")}
        </p>
        <TextField
          label={t("email")}
          type="email"
          autoComplete="off"
          value={email}
          {...(outcome?.kind === "invalid" ? { error: t("invalid") } : {})}
          onChange={({ target }) => setEmail(target.value)}
        />
        <SelectField
          label={t("role")}
          value={role}
          options={roles.map(({ id, name }) => ({
            value: id,
            label: name ?? (isPreset(id) ? tCommon(`role.${id}`) : id),
          }))}
          onChange={({ target }) => setRole(target.value)}
        />
        <Button type="submit" variant="primary" busy={sending !== null}>
          {t("add")}
        </Button>
      </form>
      <div className="mt-3 empty:hidden">{outcome !== null && <MemberNotice outcome={outcome} />}</div>
    </Panel>
  );
}

function MemberNotice({ outcome }: { outcome: MemberOutcome | CutOff }) {
  const t = useTranslations("accounts.member");
  switch (outcome.kind) {
    case "invalid":
      return null;
    case "signed_out":
      return <SignedOut />;
    case "added":
      return <Notice tone="success" role="status" title={t("added")} />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("cut_off")} />;
    case "role_gone":
    case "exceeds":
    case "already_member":
    case "nobody":
    case "unconfirmed":
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t(outcome.kind)} />;
  }
}
