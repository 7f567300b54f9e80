import { type Permission, type PresetRole, type Role, roleAllows, ROLES } from "../can";
import { paths } from "../paths";

/** The teams with a queue, and what working in it requires. */
export const TEAM_PERMISSIONS = {
  support: "view_refunds",
  ops: "cancel_payment",
  finance: "refund_payment",
} as const satisfies Record<string, Permission>;
export type Team = keyof typeof TEAM_PERMISSIONS;
export const TEAMS = Object.keys(TEAM_PERMISSIONS) as Team[];

/** The teams whose open items a preset is counted for. An admin is counted for all of them. */
const HOME_TEAMS: Readonly<Record<PresetRole, readonly Team[]>> = {
  support: ["support"],
  ops: ["ops"],
  finance: ["finance"],
  admin: TEAMS,
};

/** The teams whose open items a role is counted for: a composed role for those in whose queues it works. */
export function homeTeams(role: Role): readonly Team[] {
  return typeof role === "string" ? HOME_TEAMS[role] : TEAMS.filter((team) => worksIn(role, team));
}

type WorkTarget = { itemId: string; reference: string; transactionId: string | null };

type WorkKindFacts = {
  /** What its page requires: who may see an item, and to whom it may be assigned. */
  view: Permission;
  href: (item: WorkTarget) => string;
  /**
   * Whether a person may say that nothing is left to do, and after how many hours an item that is still there is open again:
   * null for only when it changes. Missing where a decision on its page ends it.
   */
  done?: { forHours: number | null };
  /** The service lists its items and knows them by its id; else the dashboard's own tables do. */
  isOfService: boolean;
  /** The teams in whose queues its items can be. */
  teams: readonly Team[];
  /** What can be wrong with an item. */
  conditions: readonly string[];
  /** Why an item needs nobody any more. */
  outcomes: readonly string[];
};

/**
 * The kinds of work (decision 0287). A new kind is an entry here, one that lists its open items in `SOURCES`
 * (`server/dashboard/queues/store`) or, where the service lists them, in `SERVICE_SOURCES` (`queries`), and its texts
 * and icons: the compiler names each place.
 */
export const WORK_KINDS = {
  /** A refund of unknown outcome, or in progress for too long. */
  refund: {
    view: "view_refunds",
    href: ({ itemId }) => paths.refundIntent(itemId),
    done: { forHours: 24 },
    isOfService: false,
    teams: ["finance"],
    conditions: ["refund_unknown", "refund_late"],
    outcomes: ["refunded", "refund_failed", "refund_refused", "refund_not_sent", "refund_in_progress"],
  },
  /** A refund request that waits for finance, or for the requester's answer. */
  request: {
    view: "view_refunds",
    href: ({ itemId }) => paths.request(itemId),
    isOfService: false,
    teams: ["finance", "support"],
    conditions: ["request_open", "request_question", "request_not_made"],
    outcomes: ["request_accepted", "request_declined", "request_withdrawn"],
  },
  /** A cancellation of unknown outcome. No money is at stake: "done" lasts. */
  cancel: {
    view: "view_payments",
    href: ({ transactionId, reference }) => paths.payment(transactionId ?? "", reference),
    done: { forHours: null },
    isOfService: false,
    teams: ["ops"],
    conditions: ["cancel_unknown"],
    outcomes: ["cancel_resolved"],
  },
  /** A record that disagrees with its gateway (decision 0288). */
  finding: {
    view: "view_reconciliation",
    href: ({ itemId }) => paths.finding(itemId),
    isOfService: false,
    teams: ["finance"],
    conditions: ["finding_certain", "finding_open", "finding_to_confirm"],
    outcomes: ["finding_repaired", "finding_settled"],
  },
  /** A refund made without a gateway that waits for a second person (decision 0289). */
  manual_refund: {
    view: "record_manual_refund",
    href: ({ transactionId, reference }) => paths.payment(transactionId ?? "", reference),
    isOfService: false,
    teams: ["finance"],
    conditions: ["manual_refund_waiting", "manual_refund_voiding"],
    outcomes: [
      "manual_refund_confirmed",
      "manual_refund_declined",
      "manual_refund_withdrawn",
      "manual_refund_voided",
    ],
  },
  /** A refund or a bulk run above the limit of who asked for it, which a second person approves. */
  approval: {
    view: "approve_refund",
    href: ({ itemId }) => paths.approval(itemId),
    isOfService: false,
    teams: ["finance"],
    conditions: ["approval_refund", "approval_bulk"],
    outcomes: [
      "approval_approved",
      "approval_declined",
      "approval_withdrawn",
      "approval_expired",
      "approval_refused",
    ],
  },
  /** A payment that is unpaid for too long. */
  payment: {
    view: "cancel_payment",
    href: ({ itemId, reference }) => paths.payment(itemId, reference),
    done: { forHours: 24 },
    isOfService: true,
    teams: ["ops"],
    conditions: ["payment_stuck"],
    outcomes: ["paid", "payment_ended"],
  },
} as const satisfies Record<string, WorkKindFacts>;

export type WorkKind = keyof typeof WORK_KINDS;
export const WORK_KIND_NAMES = Object.keys(WORK_KINDS) as WorkKind[];

/** What is wrong with an item. */
export type WorkCondition = (typeof WORK_KINDS)[WorkKind]["conditions"][number];
export const WORK_CONDITIONS: readonly WorkCondition[] = WORK_KIND_NAMES.flatMap(
  (kind): readonly WorkCondition[] => WORK_KINDS[kind].conditions,
);

/** Why an item needs nobody any more. `gone`: the reason is not known. */
export type WorkOutcome = (typeof WORK_KINDS)[WorkKind]["outcomes"][number] | "gone";
export const WORK_OUTCOMES: readonly WorkOutcome[] = [
  ...WORK_KIND_NAMES.flatMap((kind): readonly WorkOutcome[] => WORK_KINDS[kind].outcomes),
  "gone",
];

/** Whether a person of the role may see items of the kind, and so have them assigned. */
export function mayView(role: Role, kind: WorkKind): boolean {
  return roleAllows(role, WORK_KINDS[kind].view);
}

/** How long "done" lasts for an item of the kind; undefined where a decision on its page ends it. */
export function doneOf(kind: WorkKind): WorkKindFacts["done"] {
  const facts: WorkKindFacts = WORK_KINDS[kind];
  return facts.done;
}

/** The kinds of which a person of the role may see items. */
export function kindsOf(role: Role): WorkKind[] {
  return WORK_KIND_NAMES.filter((kind) => mayView(role, kind));
}

/** Whether the role works in the queue of a team. */
export function worksIn(role: Role, team: Team): boolean {
  return roleAllows(role, TEAM_PERMISSIONS[team]);
}

/** Whether the role works on an item: its team's, or an approval that a role without refunds of its own may give. */
export function worksOn(role: Role, { team, kind }: { team: Team; kind: WorkKind }): boolean {
  return worksIn(role, team) || (kind === "approval" && mayView(role, kind));
}

/** The kinds that a role is counted for although it does not work in their team. */
export function homeKinds(role: Role): WorkKind[] {
  return worksIn(role, "finance") || !mayView(role, "approval") ? [] : ["approval"];
}

/** The presets that may see items of the kind. */
export function presetsOf(kind: WorkKind): PresetRole[] {
  return ROLES.filter((role) => mayView(role, kind));
}
