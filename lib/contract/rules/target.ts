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
const COMPARED_FAULT = `Must list 2 to ${MAX_GATEWAYS} gateways, each once.`;
const MAX_FLOOR_PERCENT = 20;
const FLOOR_FAULT = `Must be a whole number from 0 to ${MAX_FLOOR_PERCENT}, and for all gateways together at most 50.`;
const MAX_FLOORS_PERCENT = 50;
const MOVE_FAULT = "Must be a whole number from 1 to 100.";
const MAX_COST_PERCENT = 20;
const COST_FAULT = `Must be a number from 0 to ${MAX_COST_PERCENT} with at most one decimal, like 1.5. 0: fees do not count.`;
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
    z
      .strictObject({
        kind: z.literal("success_rate"),
        gateways: z
          .array(gatewayName, COMPARED_FAULT)
          .min(2, COMPARED_FAULT)
          .max(MAX_GATEWAYS, COMPARED_FAULT)
          .refine(areDistinct, COMPARED_FAULT),
        floor_percent: z
          .int(FLOOR_FAULT)
          .min(0, FLOOR_FAULT)
          .max(MAX_FLOOR_PERCENT, FLOOR_FAULT)
          .meta({ description: "The share that each gateway gets at least, so that its rate stays known." }),
        shift_percent: z.int(MOVE_FAULT).min(1, MOVE_FAULT).max(100, MOVE_FAULT).meta({
          description:
            "By how many percentage points a gateway's share may move within a minute. One that fails loses its share at once.",
        }),
        cost_within_percent: z
          .number(COST_FAULT)
          .min(0, COST_FAULT)
          .max(MAX_COST_PERCENT, COST_FAULT)
          .refine((points) => Math.round(points * 10) / 10 === points, COST_FAULT)
          .optional()
          .meta({
            description:
              "Of the gateways whose success rate is at most this many percentage points below the best one, the one with the " +
              "lowest fee is preferred (gateways.fees). Without it, and with 0, fees do not count.",
          }),
      })
      .refine(({ gateways, floor_percent: floor }) => gateways.length * floor <= MAX_FLOORS_PERCENT, {
        error: FLOOR_FAULT,
        path: ["floor_percent"],
      })
      .meta({
        description:
          "The gateway that succeeds most often for payments of the same method, scheme, bank and amount gets the most of them.",
      }),
  ],
  { error: "Must be one of gateway, failover, split and success_rate." },
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
    case "success_rate":
      return target.gateways.map((gateway, index) => ({ gateway, path: ["gateways", index] }));
  }
}
