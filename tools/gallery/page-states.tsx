import { RulesFrame } from "@/app/(dashboard)/rules/_components/rules-frame";
import { RulesScreen } from "@/app/(dashboard)/rules/_components/rules-screen";
import { MinutesForm } from "@/app/(dashboard)/stuck/_components/minutes-form";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import type { Permission, PresetRole } from "@/lib/can";
import { Example } from "./example";
import { current, GATEWAYS } from "./rules/data";

/** Pages that a role may not open, each with its permission. */
const FORBIDDEN: readonly { page: string; role: PresetRole; permission: Permission }[] = [
  { page: "overview", role: "support", permission: "view_overview" },
  { page: "create payment", role: "support", permission: "create_payment" },
  { page: "bulk", role: "support", permission: "run_bulk" },
  { page: "approval rules", role: "finance", permission: "manage_approval_rules" },
  { page: "refund reasons", role: "finance", permission: "manage_refund_reasons" },
  { page: "merchant accounts", role: "finance", permission: "manage_accounts" },
  { page: "rules", role: "finance", permission: "manage_rules" },
  { page: "gateways", role: "support", permission: "view_gateways" },
  { page: "webhooks", role: "ops", permission: "manage_webhooks" },
  { page: "keys", role: "ops", permission: "manage_keys" },
  { page: "chat channels", role: "finance", permission: "manage_chat_channels" },
  { page: "people", role: "finance", permission: "manage_people" },
  { page: "audit", role: "support", permission: "view_audit" },
];

/** What each page shows when it may not be opened, and when it has nothing to show. */
export async function PageStateExamples() {
  const [audit, bulk, keys, webhooks, gateways, rules, approvals, stuck] = await Promise.all([
    translator("audit"),
    translator("bulk"),
    translator("keys"),
    translator("webhooks"),
    translator("gateways"),
    translator("rules"),
    translator("approvals"),
    translator("stuck"),
  ]);
  const EMPTY = [
    { page: "audit", title: audit("empty.title"), body: audit("empty.body") },
    { page: "bulk", title: bulk("empty.title"), body: bulk("empty.body") },
    { page: "bulk run", title: bulk("notFound.title"), body: bulk("notFound.body") },
    { page: "keys", title: keys("none"), body: keys("noneBody") },
    { page: "webhooks", title: webhooks("none"), body: webhooks("noneBody") },
    { page: "gateways", title: gateways("none"), body: gateways("noneBody") },
    { page: "rule versions", title: rules("versions.empty"), body: rules("versions.emptyBody") },
    {
      page: "approvals, waiting",
      title: approvals("empty.waitingTitle"),
      body: approvals("empty.waitingBody"),
    },
    {
      page: "approvals, decided",
      title: approvals("empty.decidedTitle"),
      body: approvals("empty.decidedBody"),
    },
    { page: "approvals, mine", title: approvals("empty.mineTitle"), body: approvals("empty.mineBody") },
    { page: "stuck", title: stuck("none"), body: stuck("noneBody", { minutes: 30 }) },
  ];
  return (
    <>
      {FORBIDDEN.map(({ page, role, permission }) => (
        <Example key={page} component="Forbidden" state={`${page}, ${role}`}>
          <Forbidden role={role} permission={permission} />
        </Example>
      ))}
      {EMPTY.map(({ page, title, body }) => (
        <Example key={page} component="EmptyState" state={page}>
          <EmptyState title={title}>{body}</EmptyState>
        </Example>
      ))}
      <Example component="PageHeader, MinutesForm" state="stuck, minutes that are no number">
        <PageHeader title={stuck("title")} about={stuck("about", { minutes: 30 })} />
        <MinutesForm typed="0" hasFault />
      </Example>
      <Example component="RulesFrame, RulesScreen" state="rules in force">
        <RulesFrame here="inForce">
          <RulesScreen current={current} gateways={GATEWAYS} userId="gallery-5" />
        </RulesFrame>
      </Example>
    </>
  );
}
