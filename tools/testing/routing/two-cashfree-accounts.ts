import { type CashfreeDouble, startCashfreeDouble, TEST_CASHFREE } from "./cashfree-double";
import type { MerchantCode } from "./merchant-code";
import { startVendorFront } from "./vendor-front";

const OWN = "cfsk_ma_test_own";
const STRANGERS = "cfsk_ma_test_of_a_stranger";

type TwoCashfreeAccounts = {
  /** Where both are reached, by their credentials. */
  url: string;
  mine: CashfreeDouble;
  strangers: CashfreeDouble;
  ownCredentials: CashfreeFields;
  strangersCredentials: CashfreeFields;
  /** As the dashboard sends it, by somebody who saves them anyway. Returns the status and the body. */
  saveStrangersCredentials(as: MerchantCode, revision: number | undefined): Promise<[number, string]>;
  close(): Promise<void>;
};
type CashfreeFields = ReturnType<typeof cashfreeFields>;

/** The credentials of an account as the ops extension takes them. */
export const cashfreeFields = (clientSecret: string) => ({
  gateway: "cashfree",
  client_id: TEST_CASHFREE.clientId,
  client_secret: clientSecret,
  environment: "sandbox",
});

/** Two accounts at one vendor, in which an id of ours can be given to different links. */
export async function startTwoCashfreeAccounts(): Promise<TwoCashfreeAccounts> {
  const [mine, strangers] = [
    await startCashfreeDouble({ ...TEST_CASHFREE, clientSecret: OWN }),
    await startCashfreeDouble({ clientId: TEST_CASHFREE.clientId, clientSecret: STRANGERS }),
  ];
  const front = await startVendorFront([
    { keys: () => [OWN], double: mine },
    { keys: () => [STRANGERS], double: strangers },
  ]);
  return {
    url: front.url,
    mine,
    strangers,
    ownCredentials: cashfreeFields(OWN),
    strangersCredentials: cashfreeFields(STRANGERS),
    async saveStrangersCredentials(as, revision) {
      const { status, text } = await as.ops("POST", "/v1/ops/gateways/update_account", {
        account: 1,
        revision,
        credentials: cashfreeFields(STRANGERS),
        save_anyway: "other_account",
        proof_in_use: true,
      });
      return [status, text];
    },
    async close() {
      await Promise.all([front.close(), mine.close(), strangers.close()]);
    },
  };
}
