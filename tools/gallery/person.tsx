import { ActionOutcome } from "@/app/(dashboard)/people/[personId]/_components/action-outcome";
import { PersonActions } from "@/app/(dashboard)/people/[personId]/_components/person-actions";
import { MemberPanels } from "@/app/(dashboard)/people/[personId]/_components/member-panels";
import { PersonPanels } from "@/app/(dashboard)/people/[personId]/_components/person-panels";
import { InviteForm } from "@/app/(dashboard)/people/invite/_components/invite-form";
import type { PersonActionOutcome, PersonView } from "@/lib/people";
import { AT, LATER, session } from "./data";
import { Example } from "./example";
import { GIVABLE, person } from "./team-data";

const OUTCOMES: readonly PersonActionOutcome[] = [
  {
    kind: "link",
    personId: "1",
    path: "/invitation/example-of-a-link-that-is-shown-once",
    expiresAt: LATER,
    isMailed: false,
  },
  {
    kind: "link",
    personId: "1",
    path: "/invitation/example-of-a-link-by-email",
    expiresAt: LATER,
    isMailed: true,
  },
  { kind: "done" },
  { kind: "unchanged" },
  { kind: "last_admin" },
  { kind: "own" },
  { kind: "no_other_account" },
  { kind: "role_gone" },
  { kind: "exceeds" },
  { kind: "not_found" },
  { kind: "forbidden" },
  { kind: "signed_out" },
];
const view: PersonView = {
  ...person,
  isOwn: false,
  isInvited: false,
  hasPassword: true,
  createdAt: AT,
  link: null,
  sessions: [{ ...session, isOwn: false }],
};

/** One person, and an invitation. */
export function PersonExamples() {
  return (
    <>
      <Example component="PersonPanels, ActionForm" state="active, locked">
        <PersonActions personId={view.id}>
          <PersonPanels roles={GIVABLE} person={{ ...view, lockedUntil: "2036-11-25T09:00:00.000Z" }} />
        </PersonActions>
      </Example>
      <Example component="MemberPanels, RoleForm" state="in an account other than the first">
        <PersonActions personId={view.id}>
          <MemberPanels roles={GIVABLE} person={view} />
        </PersonActions>
      </Example>
      <Example component="PersonPanels" state="invited, the link has run out">
        <PersonActions personId={view.id}>
          <PersonPanels
            roles={GIVABLE}
            person={{
              ...view,
              state: "invited",
              isInvited: true,
              hasPassword: false,
              hasSecondFactor: false,
              lastUsedAt: null,
              sessions: [],
              link: { createdAt: AT, expiresAt: LATER, hasRunOut: true },
            }}
          />
        </PersonActions>
      </Example>
      <Example component="PersonPanels" state="deactivated, and oneself">
        <div className="space-y-6">
          <PersonActions personId={view.id}>
            <PersonPanels roles={GIVABLE} person={{ ...view, state: "deactivated", sessions: [] }} />
          </PersonActions>
          <PersonActions personId={view.id}>
            <PersonPanels roles={GIVABLE} person={{ ...view, isOwn: true }} />
          </PersonActions>
        </div>
      </Example>
      <Example component="PersonPanels" state="with a role here, and with roles in other accounts alone">
        <div className="space-y-6">
          <PersonActions personId={view.id}>
            <PersonPanels roles={GIVABLE} person={view} hasOtherAccounts />
          </PersonActions>
          <PersonActions personId={view.id}>
            <PersonPanels roles={GIVABLE} person={{ ...view, state: "elsewhere" }} hasOtherAccounts />
          </PersonActions>
        </div>
      </Example>
      {OUTCOMES.map((outcome) => (
        <Example key={JSON.stringify(outcome)} component="ActionOutcome" state={outcome.kind}>
          <ActionOutcome action="deactivate" outcome={outcome} />
        </Example>
      ))}
      <Example component="InviteForm" state="empty">
        <InviteForm roles={GIVABLE} />
      </Example>
      <Example component="InviteForm" state="to one of two accounts">
        <InviteForm
          roles={GIVABLE}
          accounts={[
            { slug: null, name: "Main account" },
            { slug: "shop-eu", name: "Shop Europe" },
          ]}
        />
      </Example>
    </>
  );
}
