/** The gateway that moves no money. Records keep its name, even while the gateway itself is off. */
export const TEST_GATEWAY = "simulator";
/** Further ones in the sandbox (decision 0254); no vendor's name begins like this. */
const FURTHER_TEST_GATEWAY = /^simulator-/;

/** Whether a payment or refund is a test: no money was or can be moved for it (decision 0210). */
export function isTest({ gateway }: { gateway: string | null }): boolean {
  return gateway === TEST_GATEWAY || (gateway !== null && FURTHER_TEST_GATEWAY.test(gateway));
}
