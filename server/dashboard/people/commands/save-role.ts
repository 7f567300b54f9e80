import { randomUUID } from "node:crypto";
import { type ComposedRole, missingFrom } from "@/lib/can";
import type { RoleOutcome } from "@/lib/people/role-views";
import { WORK_KIND_NAMES, mayView } from "@/lib/queues/work-kinds";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { notify } from "../../notifications/store";
import { unassignPerson } from "../../queues/store";
import { changeOfRole } from "../domain/change-of-role";
import { describeRole } from "../domain/describe-role";
import {
  insertRole,
  isRoleNameTaken,
  listPeopleWith,
  lockRole,
  type StoredRole,
  updateRolePermissions,
} from "../store/roles";
import { holdRoles } from "./given-role";
import { isLastAdmin } from "./on-person";
import { readRole, type RoleToSave } from "./role-input";

/**
 * Composes a role of the account, or changes one; everybody who has it may do from their next request on what it allows then.
 * Nobody puts into a role what their own does not allow, nor changes one that already allows more (decision 0304).
 */
export async function saveRole(ctx: Ctx, input: unknown): Promise<RoleOutcome> {
  const parsed = readRole(input);
  const subject = { kind: "role", id: parsed.ok ? (parsed.value.id ?? "") : "" } as const;
  if (!(await authorize(ctx, "manage_people", subject))) return { kind: "forbidden" };
  if (!parsed.ok) return { kind: "invalid", faults: parsed.faults };
  const { id, version, ...wanted } = parsed.value;
  try {
    return await inTransaction(ctx.pool, (db) => save(db, ctx, { id, version, ...wanted }));
  } catch (error) {
    if (isLastAdmin(error)) return { kind: "last_admin" };
    throw error;
  }
}

const TAKEN = { kind: "invalid", faults: [{ field: "name", fault: "taken" }] } as const satisfies RoleOutcome;

async function save(db: Db, ctx: Ctx, { id, version, ...wanted }: RoleToSave): Promise<RoleOutcome> {
  const own = await holdRoles(db, ctx);
  if (own === null) return { kind: "forbidden" };
  const role: ComposedRole = { id: id ?? randomUUID(), ...wanted };
  const before = id === null ? null : await lockRole(db, id);
  if (id !== null && before === null) return { kind: "not_found" };
  if (before !== null) {
    const missing = missingFrom(own, before);
    if (missing.length > 0) return { kind: "exceeds", missing, isBefore: true };
    if (before.version !== version) return { kind: "overtaken" };
  }
  const missing = missingFrom(own, role);
  if (missing.length > 0) return { kind: "exceeds", missing, isBefore: false };

  const at = ctx.clock.now();
  if (await isRoleNameTaken(db, role.name, role.id)) return TAKEN;
  if (before === null) await insertRole(db, { role, at, createdBy: ctx.actor.userId });
  else await updateRolePermissions(db, { role, at });
  // Items of queues that the people who have it may not see any more become nobody's, as when a person's role changes.
  const kinds = WORK_KIND_NAMES.filter((kind) => !mayView(role, kind));
  const people = before === null ? [] : await listPeopleWith(db, role.id);
  for (const person of people) await unassignPerson(db, ctx, { ...person, kinds, at });
  if (before !== null) await notifyOfChange(db, ctx, { before, role, people, at });
  await recordAudit(db, {
    at,
    actor: ctx.actor,
    action: before === null ? "role_composed" : "role_changed",
    subject: { kind: "role", id: role.id },
    detail: {
      name: role.name,
      before: before === null ? null : describeRole(before),
      after: describeRole(role),
    },
    requestId: ctx.requestId,
  });
  return { kind: "saved", id: role.id };
}

type RoleChange = {
  before: StoredRole;
  role: ComposedRole;
  /** Everybody who has it. */
  people: readonly { id: string }[];
  at: Date;
};

/** Once for each change, to everybody who has the role but the person who changed it. Another name alone is no change of it. */
async function notifyOfChange(db: Db, ctx: Ctx, { before, role, people, at }: RoleChange): Promise<void> {
  const change = changeOfRole(before, role);
  if (change === null || people.length === 0) return;
  await notify(db, {
    event: "role_permissions_changed",
    detail: { role: role.name, ...change, by: ctx.actor.name },
    at,
    to: { people: people.map(({ id }) => id) },
    except: ctx.actor.userId,
    dedupeKey: `role_permissions_changed:${role.id}:${before.version + 1}`,
  });
}
