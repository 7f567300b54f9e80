import type { OpsName } from "@/lib/contract/ops";
import { gatewayAccountHandlers } from "./gateway-accounts";
import { gatewayFeeHandlers } from "./gateway-fees";
import { gatewayHandlers } from "./gateways";
import type { OpsHandlers } from "./handler";
import { keyHandlers } from "./keys";
import { paymentHandlers } from "./payments";
import { reconciliationHandlers } from "./reconciliation";
import { refundHandlers } from "./refunds";
import { ruleHandlers } from "./rules";
import { serviceHandlers } from "./service";
import { webhookHandlers } from "./webhooks";

/** The handler of each operation of the ops extension. */
export const HANDLERS: OpsHandlers<OpsName> = {
  ...serviceHandlers,
  ...paymentHandlers,
  ...refundHandlers,
  ...ruleHandlers,
  ...gatewayHandlers,
  ...gatewayAccountHandlers,
  ...gatewayFeeHandlers,
  ...webhookHandlers,
  ...keyHandlers,
  ...reconciliationHandlers,
};
