import { z } from "zod";
import {
  ALWAYS_ALLOWED,
  type AmountLimits,
  type ComposedRole,
  type Permission,
  PERMISSIONS,
  ROLES,
} from "@/lib/can";
import { parseCurrency } from "@/lib/contract/currencies";
import { common as en } from "@/lib/messages/en/common";
import { common as hi } from "@/lib/messages/hi/common";
import { MAX_ROLE_NAME, type RoleFault, type TypedLimit } from "@/lib/people/role-views";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { parseTypedAmount } from "@/lib/typed-amount";

const MAX_LIMITS = 50;
const limitsSchema = z
  .array(z.object({ currency: z.string().max(20), amount: z.string().max(50) }))
  .max(MAX_LIMITS)
  .nullable();

const schema = z.object({
  id: z.uuid().toLowerCase().nullable(),
  version: z.int().nullable(),
  name: z.string().max(1_000),
  permissions: z.array(z.enum(PERMISSIONS)),
  refundLimits: limitsSchema,
  approveLimits: limitsSchema,
});

export type RoleToSave = { id: string | null; version: number | null } & Omit<ComposedRole, "id">;

/** A role as a form sends it. The name of a preset, in any language, would deceive whoever reads it. */
export function readRole(
  input: unknown,
): { ok: true; value: RoleToSave } | { ok: false; faults: RoleFault[] } {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { ok: false, faults: [{ field: "form", fault: "incomplete" }] };
  const { id, version } = parsed.data;
  const name = parsed.data.name.trim().replace(/\s+/gu, " ");
  const permissions = PERMISSIONS.filter(
    (permission) => permission !== ALWAYS_ALLOWED && parsed.data.permissions.includes(permission),
  );
  const refund = readLimits(permissions, "refund_payment", parsed.data.refundLimits);
  const approve = readLimits(permissions, "approve_refund", parsed.data.approveLimits);
  const nameFault = faultOfName(name);
  const faults: RoleFault[] = [
    ...(nameFault === null ? [] : [{ field: "name", fault: nameFault } as const]),
    ...(permissions.length === 0 ? [{ field: "permissions", fault: "none" } as const] : []),
    ...("fault" in refund ? [{ field: "refundLimits", ...refund } as const] : []),
    ...("fault" in approve ? [{ field: "approveLimits", ...approve } as const] : []),
  ];
  if (faults.length > 0 || "fault" in refund || "fault" in approve) return { ok: false, faults };
  return {
    ok: true,
    value: { id, version, name, permissions, refundLimits: refund.limits, approveLimits: approve.limits },
  };
}

const PRESET_NAMES = new Set(
  ROLES.flatMap((preset) => [preset, en.role[preset], hi.role[preset]]).map((name) => name.toLowerCase()),
);

function faultOfName(name: string): Extract<RoleFault, { field: "name" }>["fault"] | null {
  if (name === "") return "missing";
  if (codePointLength(name) > MAX_ROLE_NAME) return "too_long";
  if (!isAcceptedText(name) || /\p{Cc}|\p{Cf}/u.test(name.replace(/[\u200c\u200d]/gu, "")))
    return "characters";
  return PRESET_NAMES.has(name.normalize("NFKC").toLowerCase()) ? "preset" : null;
}

type Limits =
  | { limits: AmountLimits | null }
  | { fault: "none" | "currency" | "amount" | "twice"; line: number | null };

function readLimits(
  permissions: readonly Permission[],
  permission: Permission,
  typed: readonly TypedLimit[] | null,
): Limits {
  if (!permissions.includes(permission) || typed === null) return { limits: null };
  const limits: Record<string, string> = {};
  for (const [line, { currency: code, amount: text }] of typed.entries()) {
    const currency = parseCurrency(code.trim());
    if (currency === null) return { fault: "currency", line };
    if (Object.hasOwn(limits, currency)) return { fault: "twice", line };
    const amount = parseTypedAmount(text, currency);
    if (!amount.ok || amount.value <= 0n) return { fault: "amount", line };
    limits[currency] = amount.value.toString();
  }
  return typed.length === 0 ? { fault: "none", line: null } : { limits };
}
