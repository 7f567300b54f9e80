"use client";

import { Lock } from "lucide-react";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "@/components/actions/confirm-dialog";
import { OutcomePlace } from "@/components/actions/outcome-place";
import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { Checkbox, SelectField, TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { useRouter } from "@/components/ui/use-router";
import { isPreset, type Permission, PERMISSIONS, permissionsOf, ROLES } from "@/lib/can";
import { isolatedList } from "@/lib/direction";
import { PERMISSION_GROUP_NAMES, PERMISSION_GROUPS } from "@/lib/people/permission-groups";
import type { RoleFault, RoleInput, RoleOutcome, RoleRow, RolesView } from "@/lib/people/role-views";
import { paths } from "@/lib/paths";
import { deleteRoleAction, saveRoleAction } from "../actions";
import { type LimitFault, LimitFields, typedLimits } from "./limit-fields";

type RoleEditorProps = Pick<RolesView, "grantable" | "grantableLimits"> & {
  /** Null: a new one. */
  role: RoleRow | null;
};

type Shown = RoleOutcome | CutOff;

/** A role's name, its permissions in groups, and its amounts. What the viewer's own role lacks cannot be chosen. */
export function RoleEditor({ role, grantable, grantableLimits }: RoleEditorProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const [outcome, setOutcome] = useState<Shown | null>(null);
  const [name, setName] = useState(role?.name ?? "");
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(() => new Set(role?.permissions));
  const [refundLimits, setRefundLimits] = useState(() => typedLimits(role?.refundLimits ?? null));
  const [approveLimits, setApproveLimits] = useState(() => typedLimits(role?.approveLimits ?? null));
  const lackingId = useId();
  const lacking = PERMISSIONS.filter((permission) => !grantable.includes(permission));
  const isReadOnly = role !== null && !role.mayChange;
  const { sending, send } = useSend(
    ({ call }: { what: "save" | "delete"; call: () => Promise<RoleOutcome> }) => call(),
    CUT_OFF,
    (received) => {
      setIsAsking(false);
      if (received.kind !== "saved" && received.kind !== "deleted") return setOutcome(received);
      router.push(paths.roles());
      router.refresh();
    },
  );
  const save = (): void => {
    const input: RoleInput = {
      id: role?.id ?? null,
      version: role?.version ?? null,
      name,
      permissions: [...chosen],
      refundLimits,
      approveLimits,
    };
    void send({ what: "save", call: () => saveRoleAction(input) });
  };
  const toggle = (permission: Permission, isOn: boolean): void => {
    const next = new Set(chosen);
    if (isOn) next.add(permission);
    else next.delete(permission);
    setChosen(next);
  };
  const faults: readonly RoleFault[] = outcome?.kind === "invalid" ? outcome.faults : [];
  const nameFault = faults.find(({ field }) => field === "name");
  const limitFaults = faults.filter(
    (one): one is LimitFault => one.field === "refundLimits" || one.field === "approveLimits",
  );
  const limitsOf = {
    refund_payment: {
      limits: refundLimits,
      set: setRefundLimits,
      fault: limitFaults.find(({ field }) => field === "refundLimits"),
    },
    approve_refund: {
      limits: approveLimits,
      set: setApproveLimits,
      fault: limitFaults.find(({ field }) => field === "approveLimits"),
    },
  };

  return (
    <form
      noValidate
      className="max-w-3xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <OutcomePlace outcome={outcome}>{outcome !== null && <RoleNotice outcome={outcome} />}</OutcomePlace>
      {isReadOnly && <Notice tone="info" title={t("roles.readOnly")} />}
      <Panel title={t("panel.person")}>
        <TextField
          label={t("roles.name")}
          hint={t("roles.nameHint")}
          error={nameFault?.field === "name" ? t(`roles.fault.name.${nameFault.fault}`) : undefined}
          value={name}
          autoComplete="off"
          autoFocus={role === null}
          readOnly={isReadOnly}
          dir="auto"
          onChange={({ target }) => setName(target.value)}
        />
      </Panel>
      <Panel title={t("roles.permissions")}>
        {role === null && (
          <SelectField
            className="mb-4 max-w-60"
            label={t("roles.startFrom")}
            options={[
              { value: "", label: t("roles.startEmpty") },
              ...ROLES.map((preset) => ({ value: preset, label: common(`role.${preset}`) })),
            ]}
            onChange={({ target: { value } }) =>
              setChosen(
                new Set(
                  isPreset(value) ? permissionsOf(value).filter((each) => grantable.includes(each)) : [],
                ),
              )
            }
          />
        )}
        <p className="mb-4 text-sm text-ink-muted">
          {t("roles.permissionsHint")} {t("roles.always")}
        </p>
        {lacking.length > 0 && !isReadOnly && (
          <p id={lackingId} className="mb-4 flex items-start gap-1.5 text-sm">
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
            <span>{t("roles.lacking", { n: lacking.length })}</span>
          </p>
        )}
        {faults.some(({ field }) => field === "permissions") && (
          <p className="mb-4 text-sm text-danger">{t("roles.fault.permissions")}</p>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          {PERMISSION_GROUP_NAMES.map((group) => (
            <fieldset key={group} className="min-w-0">
              <legend className="mb-1 text-sm font-semibold">{t(`roles.group.${group}`)}</legend>
              {PERMISSION_GROUPS[group].map((permission: Permission) => {
                const isLacking = !grantable.includes(permission);
                const isOn = chosen.has(permission);
                return (
                  <div key={permission}>
                    <Checkbox
                      label={
                        isLacking && !isReadOnly ? (
                          <span className="inline-flex items-center gap-1.5">
                            {t(`roles.permission.${permission}`)}
                            <Lock aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
                          </span>
                        ) : (
                          t(`roles.permission.${permission}`)
                        )
                      }
                      checked={isOn}
                      disabled={isReadOnly || (isLacking && !isOn)}
                      aria-describedby={isLacking && !isReadOnly ? lackingId : undefined}
                      onChange={({ target }) => toggle(permission, target.checked)}
                    />
                    {isOn && (permission === "refund_payment" || permission === "approve_refund") && (
                      <LimitFields
                        permission={permission}
                        limits={limitsOf[permission].limits}
                        ownLimits={grantableLimits[permission]}
                        fault={limitsOf[permission].fault}
                        isReadOnly={isReadOnly}
                        onChange={limitsOf[permission].set}
                      />
                    )}
                  </div>
                );
              })}
            </fieldset>
          ))}
        </div>
      </Panel>
      {!isReadOnly && (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={sending?.what === "save"} className="max-sm:w-full">
            {t("roles.save")}
          </Button>
          {role !== null && (
            <Button
              variant="danger"
              className="max-sm:w-full"
              onClick={() =>
                role.people.length === 0
                  ? setIsAsking(true)
                  : setOutcome({ kind: "in_use", people: role.people.map((person) => person.name) })
              }
            >
              {t("roles.delete")}
            </Button>
          )}
          {role !== null && <p className="w-full text-sm text-ink-muted">{t("roles.saveHint")}</p>}
        </div>
      )}
      {isAsking && role !== null && (
        <ConfirmDialog
          title={t("roles.deleteTitle", { name: role.name })}
          keep={t("roles.keep")}
          confirm={t("roles.delete")}
          isSending={sending !== null}
          onKeep={() => setIsAsking(false)}
          onConfirm={() =>
            void send({
              what: "delete",
              call: () => deleteRoleAction({ id: role.id, version: role.version }),
            })
          }
        >
          <p>{t("roles.deleteBody")}</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

function RoleNotice({ outcome }: { outcome: Shown }) {
  const t = useTranslations("people");
  switch (outcome.kind) {
    case "saved":
    case "deleted":
      return <Notice tone="success" role="status" title={t("roles.saved")} />;
    case "signed_out":
      return <SignedOut />;
    case "invalid":
      return (
        <Notice tone="danger" role="alert" title={t("roles.outcome.invalid.title")}>
          <p>
            {outcome.faults.some(({ field }) => field === "form")
              ? t("roles.fault.incomplete")
              : t("roles.outcome.invalid.body")}
          </p>
        </Notice>
      );
    case "exceeds":
      return (
        <Notice tone="danger" role="alert" title={t("roles.outcome.exceeds.title")}>
          <p>
            {t("roles.outcome.exceeds.body", {
              permissions: outcome.missing.map((each) => t(`roles.permission.${each}`)).join(", "),
            })}
          </p>
        </Notice>
      );
    case "in_use":
      return (
        <Notice tone="warning" role="alert" title={t("roles.outcome.in_use.title")}>
          <p>{t("roles.outcome.in_use.body", { names: isolatedList(outcome.people) })}</p>
        </Notice>
      );
    case "overtaken":
    case "last_admin":
    case "not_found":
    case "forbidden":
    case "cut_off":
      return (
        <Notice tone="warning" role="alert" title={t(`roles.outcome.${outcome.kind}.title`)}>
          <p>{t(`roles.outcome.${outcome.kind}.body`)}</p>
        </Notice>
      );
  }
}
