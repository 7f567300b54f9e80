import type { Drivers } from "./driver";
import { gatewayAccountDrivers } from "./gateway-accounts";
import { gatewayFeeDrivers } from "./gateway-fees";
import { keyDrivers } from "./keys";
import { paymentDrivers } from "./payments";
import { reconciliationDrivers } from "./reconciliation";
import { ruleDrivers } from "./rules";
import { serviceDrivers } from "./service";
import { specifiedDrivers } from "./specified";
import { webhookDrivers } from "./webhooks";

/** One driver for each operation of the document, by operationId. */
export const DRIVERS: Drivers = {
  ...specifiedDrivers,
  ...paymentDrivers,
  ...ruleDrivers,
  ...webhookDrivers,
  ...keyDrivers,
  ...gatewayAccountDrivers,
  ...gatewayFeeDrivers,
  ...serviceDrivers,
  ...reconciliationDrivers,
};
