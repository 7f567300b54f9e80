/** The gateway that moves no money. Records keep the name of their gateway, also while the gateway itself is off. */
export const TEST_GATEWAY = "simulator";

/** Whether no money was, or can be, moved for a payment or refund (decision 0210). */
export function isTest({ gateway }: { gateway: string | null }): boolean {
  return gateway === TEST_GATEWAY;
}
