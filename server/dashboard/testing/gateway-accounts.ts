import type { OpsResult } from "@/lib/contract/ops";

/** A vendor account as the service lists it. */
export type GatewayAccount = OpsResult<"gateways.accounts">["vendors"][number]["accounts"][number];

export const AT = "2026-11-21T08:00:00.000Z";

/** The account in use. */
export const gatewayAccount = (fields: Partial<GatewayAccount> = {}): GatewayAccount => ({
  account: 1,
  revision: 4,
  hint: "…0001",
  live: true,
  in_use: true,
  created_at: AT,
  created_by: "somebody",
  changed_at: AT,
  changed_by: "somebody",
  retired_at: null,
  last_payment_at: null,
  ...fields,
});
