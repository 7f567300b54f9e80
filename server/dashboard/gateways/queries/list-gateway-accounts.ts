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
  const emails = vendors.flatMap(({ accounts }) => accounts.map((account) => account.changed_by));
  const names = await findNames(ctx.pool, [...new Set(emails)]);
  return {
    ...read,
    value: {
      ...read.value,
      vendors: vendors.map((vendor) => ({
        ...vendor,
        accounts: vendor.accounts.map((account) => ({
          ...account,
          changed_by: names.get(account.changed_by) ?? account.changed_by,
        })),
      })),
    },
  };
}
