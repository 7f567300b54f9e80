import { translator } from "@/components/i18n/server";
import { SessionList } from "@/components/people/session-list";
import { Fact, Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { Age, Time } from "@/components/ui/time";
import type { PersonView } from "@/lib/people";
import type { GivableRole } from "@/lib/people/role-views";
import { PersonState, SecondFactorMark } from "../../_components/person-badges";
import { RoleForm } from "./role-form";
import { ActionForm } from "./person-actions";

type PersonPanelsProps = {
  /** Those that the viewer may give. */
  roles: readonly GivableRole[];
  person: PersonView;
  /** There are other accounts, in which somebody without a role here may have one. */
  hasOtherAccounts?: boolean;
};

/** Everything about one person, and an admin's actions. */
export async function PersonPanels({ person, roles, hasOtherAccounts = false }: PersonPanelsProps) {
  const t = await translator("people");
  return (
    <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
      <Panel title={t("panel.person")} aside={<PersonState person={person} />}>
        <Facts>
          <Fact name={t("since")}>
            <Time iso={person.createdAt} />
          </Fact>
          <Fact name={t("lastUsed")}>
            {person.lastUsedAt === null ? t("notSignedIn") : <Age iso={person.lastUsedAt} />}
          </Fact>
        </Facts>
        <RoleForm role={person.role} roles={roles} />
      </Panel>
      <AccessPanel person={person} hasOtherAccounts={hasOtherAccounts} />
      <Panel title={t("panel.factor")} aside={<SecondFactorMark isOn={person.hasSecondFactor} />}>
        <p className="text-sm text-ink-muted">
          {t(
            !person.hasSecondFactor ? "factor.offHint" : person.isOwn ? "factor.ownHint" : "factor.resetHint",
          )}
        </p>
        {person.hasSecondFactor && !person.isOwn && (
          <div className="mt-3">
            <ActionForm
              action="reset_factor"
              label={t("factor.reset")}
              question={{ title: t("factor.resetTitle"), body: t("factor.resetBody", { name: person.name }) }}
            />
          </div>
        )}
      </Panel>
      <Panel
        title={t("panel.sessions")}
        aside={
          person.sessions.length > 1 ? (
            <ActionForm action="end_sessions" label={t("endSessions")} />
          ) : undefined
        }
      >
        {person.sessions.length === 0 ? (
          <p className="text-sm text-ink-muted">{t("noSessions")}</p>
        ) : (
          <SessionList
            label={t("panel.sessions")}
            sessions={person.sessions}
            ending={(session, device) => (
              <ActionForm
                action="end_sessions"
                label={t("endSession")}
                about={device}
                fields={{ sessionId: session.id }}
              />
            )}
          />
        )}
      </Panel>
    </div>
  );
}

/** Invitation, new links, lock-outs and deactivation. */
async function AccessPanel({ person, hasOtherAccounts = false }: Omit<PersonPanelsProps, "roles">) {
  const t = await translator("people");
  if (person.state === "deactivated") {
    return (
      <Panel title={t("panel.access")}>
        <p className="mb-3 text-sm text-ink-muted">{t("access.deactivated")}</p>
        <ActionForm action="reactivate" label={t("access.reactivate")} variant="primary" />
      </Panel>
    );
  }
  return (
    <Panel title={t("panel.access")}>
      {person.lockedUntil !== null && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded bg-danger-soft px-3 py-2.5 text-sm">
          <p>
            {t("access.locked")} <Time iso={person.lockedUntil} />
          </p>
          {!person.isOwn && <ActionForm action="unlock" label={t("access.unlock")} />}
        </div>
      )}
      <p className="text-sm text-ink-muted">
        {t(person.isOwn ? "access.ownHint" : person.isInvited ? "access.invitedHint" : "access.activeHint")}
      </p>
      {person.link !== null && (
        <p className="mt-2 text-sm">
          {t(person.link.hasRunOut ? "link.ranOut" : "link.open")} <Time iso={person.link.expiresAt} />
        </p>
      )}
      {(!person.isOwn || person.link !== null) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {!person.isOwn && (
            <ActionForm
              action="make_link"
              label={t(
                person.link !== null ? "link.again" : person.isInvited ? "link.invite" : "link.password",
              )}
            />
          )}
          {person.link !== null && <ActionForm action="revoke_link" label={t("link.revoke")} />}
        </div>
      )}
      {person.state === "elsewhere" && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="mb-3 text-sm text-ink-muted">{t("access.elsewhere")}</p>
          <ActionForm action="reactivate" label={t("access.giveRole")} />
        </div>
      )}
      {person.state !== "elsewhere" && hasOtherAccounts && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="mb-3 text-sm text-ink-muted">{t("access.leaveHint")}</p>
          <ActionForm
            action="leave_first"
            label={t("access.leave")}
            question={{
              title: t("access.leaveTitle", { name: person.name }),
              body: t(person.isOwn ? "access.leaveOwn" : "access.leaveBody"),
            }}
          />
        </div>
      )}
      <div className="mt-4 border-t border-line pt-4">
        <p className="mb-3 text-sm text-ink-muted">{t("access.deactivateHint")}</p>
        <ActionForm
          action="deactivate"
          label={t("access.deactivate")}
          variant="danger"
          question={{
            title: t("access.deactivateTitle", { name: person.name }),
            body: t(person.isOwn ? "access.deactivateOwn" : "access.deactivateBody"),
          }}
        />
      </div>
    </Panel>
  );
}
