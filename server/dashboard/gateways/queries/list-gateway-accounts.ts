import type { OpsResult } from "@/lib/contract/ops";
import type { ChangeAuthor, ListedVendors } from "@/lib/gateways/listed-accounts";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { findNames } from "../../people/store";
import { readKeys } from "../read-keys";

type Account = OpsResult<"gateways.accounts">["vendors"][number]["accounts"][number];
type Key = OpsResult<"keys.list">["keys"][number];

/** The merchant's own accounts at vendors, without their credentials, and who changed them (0315). */
export async function listGatewayAccounts(ctx: Ctx): Promise<OpsRead<ListedVendors>> {
  await requirePermission(ctx, "manage_keys", { kind: "gateway", id: "accounts" });
  const read = await readOps(ctx, "gateways.accounts", {});
  if (read.kind !== "found") return read;
  const accounts = read.value.vendors.flatMap((vendor) => vendor.accounts);
  const [keys, names] = await Promise.all([
    accounts.some(isSigned) ? listKeys(ctx) : [],
    findNames(ctx.pool, [...new Set(accounts.flatMap(namesIn))]),
  ]);
  const authorOf = (by: string, keyId: string | null | undefined): ChangeAuthor => {
    const key = keys.find((each) => each.key_id === keyId);
    if (typeof keyId === "string" && key?.is_caller !== true)
      return { kind: "key", label: key?.label ?? null };
    return { kind: "person", name: names.get(by) ?? by };
  };
  const maybe = (by: string | null | undefined, keyId: string | null | undefined): ChangeAuthor | null =>
    typeof by === "string" ? authorOf(by, keyId) : null;
  return {
    ...read,
    value: {
      vendors: read.value.vendors.map((vendor) => ({
        ...vendor,
        accounts: vendor.accounts.map((account) => ({
          ...account,
          changed_author: authorOf(account.changed_by, account.changed_key),
          used_author: maybe(account.used_by, account.used_key),
          retired_author: maybe(account.retired_by, account.retired_key),
        })),
      })),
    },
  };
}

/** None where they cannot be read: then no key is known to be the dashboard's own. */
async function listKeys(ctx: Ctx): Promise<readonly Key[]> {
  const { keys } = await readKeys(async (page) => {
    const read = await readOps(ctx, "keys.list", page);
    return read.kind === "found" ? read.value : null;
  });
  return keys;
}

const isSigned = ({ changed_key: changed, used_key: used, retired_key: retired }: Account): boolean =>
  [changed, used, retired].some((keyId) => typeof keyId === "string");

const namesIn = ({ changed_by: changed, used_by: used, retired_by: retired }: Account): string[] =>
  [changed, used, retired].filter((email) => typeof email === "string");
