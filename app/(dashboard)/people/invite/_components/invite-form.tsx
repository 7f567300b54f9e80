"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button, buttonClass } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { SignedOut } from "@/components/states/signed-out";
import { useAddress } from "@/components/ui/page-account";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { isPreset } from "@/lib/can";
import type { GivableRole } from "@/lib/people/role-views";
import { textOf } from "@/lib/form";
import type { InviteFault } from "@/lib/people";
import { paths } from "@/lib/paths";
import { MadeLink } from "../../_components/made-link";
import { inviteAction, type InviteState } from "../../actions";

type InviteFormProps = {
  /** Those that the viewer may give. */
  roles: readonly GivableRole[];
  accounts?: Pick<AccountChoice, "slug" | "name">[];
};

/** `accounts`: where the person may be invited to; empty when there is no choice. */
export function InviteForm({ roles, accounts = [] }: InviteFormProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const anotherAddress = useAddress(paths.invitePerson());
  const { state, send, isSending, sent, isLost } = useFormAction<InviteState>(inviteAction, null);
  const outcome = isLost ? undefined : state?.outcome;
  const faultOf = (field: InviteFault): string | undefined =>
    outcome?.kind === "invalid" && outcome.faults.includes(field) ? t(`inviting.fault.${field}`) : undefined;

  if (outcome?.kind === "link") {
    return (
      <div className="max-w-xl space-y-4">
        <MadeLink link={outcome} />
        <p className="flex flex-wrap gap-2">
          <Link href={paths.person(outcome.personId)} className={buttonClass("secondary")}>
            {t("inviting.toPerson")}
          </Link>
          {/* A full page load, so that the link is gone. */}
          <a href={anotherAddress} className={buttonClass("link")}>
            {t("inviting.another")}
          </a>
        </p>
      </div>
    );
  }
  return (
    <form
      action={send}
      noValidate
      className="max-w-xl space-y-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      {isLost && <LostResponseNotice />}
      {outcome?.kind === "taken" && (
        <Notice
          key={state?.attempt}
          tone="warning"
          role="alert"
          title={t("inviting.taken.title")}
          actions={
            <Link href={paths.person(outcome.personId)} className={buttonClass("secondary", "sm")}>
              {t("inviting.toPerson")}
            </Link>
          }
        >
          <p>{t("inviting.taken.advice")}</p>
        </Notice>
      )}
      {(outcome?.kind === "role_gone" || outcome?.kind === "exceeds") && (
        <Notice key={state?.attempt} tone="danger" role="alert" title={t(`outcome.${outcome.kind}.title`)}>
          <p>{t(`outcome.${outcome.kind}.advice`)}</p>
        </Notice>
      )}
      {outcome?.kind === "forbidden" && (
        <Notice tone="danger" role="alert" title={t("outcome.forbidden.title")}>
          <p>{t("outcome.forbidden.advice")}</p>
        </Notice>
      )}
      {outcome?.kind === "signed_out" && <SignedOut />}
      <TextField
        label={t("name")}
        name="name"
        autoFocus
        autoComplete="off"
        defaultValue={textOf(sent, "name")}
        error={faultOf("name")}
      />
      <TextField
        label={t("email")}
        type="email"
        name="email"
        autoComplete="off"
        defaultValue={textOf(sent, "email")}
        error={faultOf("email")}
      />
      <SelectField
        key={textOf(sent, "role")}
        label={t("role")}
        name="role"
        defaultValue={sent === null ? roles[0]?.id : textOf(sent, "role")}
        hint={t("inviting.roleHint")}
        error={faultOf("role")}
        options={roles.map(({ id, name }) => ({
          value: id,
          label: name ?? (isPreset(id) ? common(`role.${id}`) : id),
        }))}
      />
      {accounts.length > 0 && (
        <SelectField
          key={`account ${textOf(sent, "account")}`}
          label={t("inviting.account")}
          name="account"
          defaultValue={textOf(sent, "account")}
          hint={t("inviting.accountHint")}
          error={faultOf("account")}
          options={accounts.map(({ slug, name }) => ({ value: slug ?? "", label: name }))}
        />
      )}
      <Button type="submit" variant="primary" busy={isSending}>
        {t("inviting.submit")}
      </Button>
    </form>
  );
}
