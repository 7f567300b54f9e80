import type { z } from "zod";
import { GATEWAY_ACCOUNT_OPERATIONS } from "./gateway-accounts";
import { GATEWAY_FEE_OPERATIONS } from "./gateway-fees";
import { GATEWAY_OPERATIONS } from "./gateways";
import { KEY_OPERATIONS } from "./keys";
import { PAYMENT_OPERATIONS } from "./payments";
import { RECONCILIATION_OPERATIONS } from "./reconciliation";
import { REFUND_OPERATIONS } from "./refunds";
import { RULE_OPERATIONS } from "./rules";
import { SERVICE_OPERATIONS } from "./service";
import { WEBHOOK_OPERATIONS } from "./webhooks";

/** Every operation of the ops extension, by the name that `capabilities` lists. */
export const OPS = {
  ...SERVICE_OPERATIONS,
  ...PAYMENT_OPERATIONS,
  ...REFUND_OPERATIONS,
  ...RULE_OPERATIONS,
  ...GATEWAY_OPERATIONS,
  ...GATEWAY_ACCOUNT_OPERATIONS,
  ...GATEWAY_FEE_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...KEY_OPERATIONS,
  ...RECONCILIATION_OPERATIONS,
} as const;

export type OpsName = keyof typeof OPS;

type RequestOf<N extends OpsName> = (typeof OPS)[N]["request"];
type ResponseOf<N extends OpsName> = (typeof OPS)[N]["response"];
type Nothing = Record<never, never>;

/** What a caller sends. */
export type OpsArguments<N extends OpsName> =
  RequestOf<N> extends z.ZodType ? z.input<RequestOf<N>> : Nothing;
/** What a handler receives: validated, with defaults filled in. */
export type OpsInput<N extends OpsName> = RequestOf<N> extends z.ZodType ? z.output<RequestOf<N>> : Nothing;
/** What a handler returns. */
export type OpsBody<N extends OpsName> = z.input<ResponseOf<N>>;
/** What a caller receives. */
export type OpsResult<N extends OpsName> = z.output<ResponseOf<N>>;
