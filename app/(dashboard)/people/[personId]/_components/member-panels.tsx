import { translator } from "@/components/i18n/server";
import { Fact, Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { PersonView } from "@/lib/people";
import type { GivableRole } from "@/lib/people/role-views";
import { PersonState } from "../../_components/person-badges";
import { ActionForm } from "./person-actions";
import { RoleForm } from "./role-form";

/** A person in an account other than the first: what they sign in with is managed there. */
export async function MemberPanels({ person, roles }: { person: PersonView; roles: readonly GivableRole[] }) {
  const t = await translator("people");
  const member = await translator("accounts");
  const isRemoved = person.state === "deactivated";
  return (
    <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
      <Panel title={t("panel.person")} aside={<PersonState person={person} />}>
        <Facts>
          <Fact name={t("since")}>
            <Time iso={person.createdAt} />
          </Fact>
        </Facts>
        <RoleForm role={person.role} roles={roles} />
      </Panel>
      <Panel title={t("panel.access")}>
        <p className="mb-3 text-sm text-ink-muted">
          {isRemoved ? member("member.removed") : member("member.inFirst")}
        </p>
        {isRemoved ? (
          <ActionForm action="reactivate" label={member("member.restore")} variant="primary" />
        ) : (
          <ActionForm
            action="deactivate"
            label={member("member.remove")}
            variant="danger"
            question={{
              title: member("member.removeTitle", { name: person.name }),
              body: member("member.removeBody"),
            }}
          />
        )}
      </Panel>
    </div>
  );
}
