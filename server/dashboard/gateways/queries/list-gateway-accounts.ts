import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { findNames } from "../../people/store";

/** The merchant's own accounts at vendors, without their credentials; people by name, where this dashboard knows them. */
export async function listGatewayAccounts(ctx: Ctx): Promise<OpsRead<OpsResult<"gateways.accounts">>> {
  await requirePermission(ctx, "manage_keys", { kind: "gateway", id: "accounts" });
  const read = await readOps(ctx, "gateways.accounts", {});
  if (read.kind !== "found") return read;
  const { vendors } = read.value;
  const emails = vendors.flatMap(({ accounts }) =>
    accounts.flatMap(({ changed_by: changed, used_by: used, retired_by: retired }) =>
      [changed, used, retired].filter((email) => typeof email === "string"),
    ),
  );
  const names = await findNames(ctx.pool, [...new Set(emails)]);
  const nameOf = (email: string): string => names.get(email) ?? email;
  return {
    ...read,
    value: {
      ...read.value,
      vendors: vendors.map((vendor) => ({
        ...vendor,
        accounts: vendor.accounts.map((account) => ({
          ...account,
          changed_by: nameOf(account.changed_by),
          used_by: typeof account.used_by === "string" ? nameOf(account.used_by) : null,
          retired_by: typeof account.retired_by === "string" ? nameOf(account.retired_by) : null,
        })),
      })),
    },
  };
}
