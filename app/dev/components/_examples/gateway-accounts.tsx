import { OwnAccounts } from "@/app/(dashboard)/gateways/_components/own-accounts";
import { VendorAccounts, type VendorView } from "@/app/(dashboard)/gateways/_components/vendor-accounts";
import { AT, LATER } from "./data";
import { Example } from "./example";

const account: VendorView["accounts"][number] = {
  account: 2,
  revision: 7,
  hint: "…4f2a",
  live: true,
  in_use: true,
  created_at: AT,
  created_by: "asha@example.com",
  changed_at: AT,
  changed_by: "Asha Rao",
  retired_at: null,
  last_payment_at: LATER,
};
const earlier = { ...account, account: 1, hint: "…09c1", in_use: false, live: false, retired_at: AT };
const view: VendorView = {
  gateway: "stripe",
  environment: false,
  notification_address: "https://pay.example/gateways/stripe/notifications/3640bdbf681a498a93740e6e6a17cb77",
  accounts: [account, earlier, { ...earlier, account: 3, hint: "…77aa", last_payment_at: null }],
};

const STATES: readonly { state: string; view: VendorView }[] = [
  { state: "own account in use, earlier ones kept", view },
  { state: "the service's account", view: { ...view, gateway: "razorpay", environment: true, accounts: [] } },
  { state: "none", view: { ...view, gateway: "paypal", accounts: [] } },
  {
    state: "taken out of use, a long name",
    view: {
      ...view,
      gateway: "adyen",
      accounts: [{ ...earlier, hint: "AVeryLongMerchantAccountNameOfACompanyInIndia_ECOM" }],
    },
  },
];

/** A vendor's accounts of the merchant in every state. */
export function GatewayAccountExamples() {
  return (
    <>
      {STATES.map(({ state, view: one }) => (
        <Example key={state} component="VendorAccounts" state={state}>
          <VendorAccounts view={one} />
        </Example>
      ))}
      <Example component="OwnAccounts" state="the service cannot manage them">
        <OwnAccounts read={{ kind: "not_offered", serviceAddress: "https://pay.example" }} />
      </Example>
    </>
  );
}
