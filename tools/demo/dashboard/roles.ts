import type { Permission } from "@/lib/can";
import type { RoleInput } from "@/lib/people/role-views";
import { saveRole } from "@/server/dashboard/people/commands/save-role";
import { saveView } from "@/server/dashboard/views/commands/save-view";
import { shareView } from "@/server/dashboard/views/commands/share-view";
import { type DemoRole, type Desk, expectKind } from "./staff";

const SEES: readonly Permission[] = ["view_overview", "view_payments", "view_refunds", "save_view"];
const ROLES: Record<DemoRole, Omit<RoleInput, "id" | "version">> = {
  refund_desk: {
    name: "Refund desk",
    permissions: [
      ...SEES,
      "reveal_contact",
      "write_note",
      "request_refund",
      "refund_payment",
      "record_manual_refund",
      "run_bulk",
    ],
    refundLimits: [
      { currency: "INR", amount: "5000" },
      { currency: "USD", amount: "50" },
    ],
    approveLimits: null,
  },
  auditor: {
    name: "Auditor",
    permissions: [...SEES, "view_audit", "view_reconciliation", "export_records"],
    refundLimits: null,
    approveLimits: null,
  },
};

/** Composes them; their ids. */
export async function composeRoles({ staff }: Desk): Promise<Record<DemoRole, string>> {
  const compose = async (role: DemoRole): Promise<string> => {
    const outcome = await saveRole(staff.as("admin"), { id: null, version: null, ...ROLES[role] });
    return expectKind(outcome, "saved").id;
  };
  return { refund_desk: await compose("refund_desk"), auditor: await compose("auditor") };
}

/** What people of the team keep for themselves, and share with each other. */
export async function saveViews({ staff }: Desk, roles: Record<DemoRole, string>): Promise<void> {
  const views = [
    {
      by: staff.as("finance"),
      list: "payments",
      name: "Large payments",
      query: "min=20000",
      with: "finance",
    },
    {
      by: staff.as("finance", 1),
      list: "refunds",
      name: "Failed this month",
      query: "status=FAILURE&range=month",
      with: roles.refund_desk,
    },
    {
      by: staff.as("finance", 1),
      list: "payments",
      name: "Failed today",
      query: "status=FAILURE&range=today",
    },
    {
      by: staff.as("support"),
      list: "payments",
      name: "Unpaid UPI with its store",
      query: "status=INITIATED&method=UPI&columns=reference,amount,status,udf1",
      with: "everybody",
    },
    { by: staff.as("admin"), list: "payments", name: "Card payments", query: "method=CC", with: "support" },
  ];
  for (const { by, with: sharedWith, ...view } of views) {
    const { viewId } = expectKind(await saveView(by, view), "done");
    if (sharedWith !== undefined) expectKind(await shareView(by, { viewId, sharedWith }), "done");
  }
}
