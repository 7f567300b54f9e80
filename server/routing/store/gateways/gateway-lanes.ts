import { VENDORS } from "@/lib/contract/ops/gateway-accounts";
import { TEST_GATEWAY } from "../../domain/payments/test-payment";

/** Rows of one gateway wait for each other, and never for those of another. */
export const GATEWAY_LANES = { column: "gateway", values: [TEST_GATEWAY, ...VENDORS] };
