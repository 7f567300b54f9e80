import { z } from "zod";

/** Where a rule sends its payments, in its wire format. */
const MAX_GATEWAYS = 10;
const MAX_WEIGHT = 1_000;

const GATEWAY_FAULT = "Must be a gateway's name.";
const gatewayName = z
  .string(GATEWAY_FAULT)
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, "Must be a gateway's name as gateways.list tells it.");
const GATEWAYS_FAULT = `Must list 1 to ${MAX_GATEWAYS} gateways, each once.`;
const SHARES_FAULT = `Must list 2 to ${MAX_GATEWAYS} shares, of each gateway once.`;
const WEIGHT_FAULT = `Must be a whole number from 1 to ${MAX_WEIGHT}.`;

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

export const targetSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("gateway"), gateway: gatewayName }),
    z.strictObject({
      kind: z.literal("failover"),
      gateways: z
        .array(gatewayName, GATEWAYS_FAULT)
        .min(1, GATEWAYS_FAULT)
        .max(MAX_GATEWAYS, GATEWAYS_FAULT)
        .refine(areDistinct, GATEWAYS_FAULT)
        .meta({ description: "Tried in this order." }),
    }),
    z.strictObject({
      kind: z.literal("split"),
      shares: z
        .array(
          z.strictObject({
            gateway: gatewayName,
            weight: z.int(WEIGHT_FAULT).min(1, WEIGHT_FAULT).max(MAX_WEIGHT, WEIGHT_FAULT),
          }),
          SHARES_FAULT,
        )
        .min(2, SHARES_FAULT)
        .max(MAX_GATEWAYS, SHARES_FAULT)
        .refine((shares) => areDistinct(shares.map(({ gateway }) => gateway)), SHARES_FAULT)
        .meta({
          description: "Shares of the payments by weight. A merchant reference always has the same order.",
        }),
    }),
  ],
  { error: "Must be one of gateway, failover and split." },
);
export type WireTarget = z.infer<typeof targetSchema>;

/** The gateways in a target, with the path of each inside the target. */
export function gatewaysOfTarget(
  target: WireTarget,
): { gateway: string; path: readonly (string | number)[] }[] {
  switch (target.kind) {
    case "gateway":
      return [{ gateway: target.gateway, path: ["gateway"] }];
    case "failover":
      return target.gateways.map((gateway, index) => ({ gateway, path: ["gateways", index] }));
    case "split":
      return target.shares.map(({ gateway }, index) => ({ gateway, path: ["shares", index, "gateway"] }));
  }
}
