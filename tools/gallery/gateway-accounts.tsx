import { OwnAccounts } from "@/app/(dashboard)/gateways/_components/own-accounts";
import { VendorAccounts, type VendorView } from "@/app/(dashboard)/gateways/_components/vendor-accounts";
import { FeesPanel, type FeeList } from "@/app/(dashboard)/gateways/_components/fees-panel";
import type { AccountRequestView } from "@/lib/gateways/account-requests";
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
  changed_by: "asha@example.com",
  changed_author: { kind: "person", name: "Asha Rao" },
  used_at: AT,
  used_author: { kind: "person", name: "Ravi Menon" },
  retired_at: null,
  retired_author: null,
  last_payment_at: LATER,
};
const earlier = {
  ...account,
  account: 1,
  hint: "…09c1",
  in_use: false,
  live: false,
  retired_at: AT,
  retired_author: { kind: "person", name: "Asha Rao" },
} as const;
const view: VendorView = {
  gateway: "stripe",
  environment: false,
  notification_address: "https://pay.example/gateways/stripe/notifications/3640bdbf681a498a93740e6e6a17cb77",
  accounts: [account, earlier, { ...earlier, account: 3, hint: "…77aa", last_payment_at: null }],
};

const request: AccountRequestView = {
  id: "5f0c3c1e-7f5d-4f0e-9a51-0d9c5a3f7b21",
  gateway: "stripe",
  account: 3,
  hint: "…77aa",
  isLive: true,
  requestedBy: "Asha Rao",
  requestedAt: AT,
  expiresAt: LATER,
  isOwn: false,
  isSending: false,
};
const unused = { ...earlier, account: 3, hint: "…77aa", live: true, used_at: null, last_payment_at: null };

const STATES: readonly { state: string; view: VendorView }[] = [
  { state: "own account in use, earlier ones kept", view },
  { state: "the service's account", view: { ...view, gateway: "razorpay", environment: true, accounts: [] } },
  { state: "none", view: { ...view, gateway: "paypal", accounts: [] } },
  {
    state: "put in use with another API key, credentials saved with one that is not listed",
    view: {
      ...view,
      accounts: [
        {
          ...account,
          changed_author: { kind: "key", label: null },
          used_author: { kind: "key", label: "Web shop" },
        },
        {
          ...earlier,
          retired_author: { kind: "key", label: "A very long name of an API key of the web shop" },
        },
      ],
    },
  },
  {
    state: "taken out of use, a long name",
    view: {
      ...view,
      gateway: "adyen",
      accounts: [{ ...earlier, hint: "AVeryLongMerchantAccountNameOfACompanyInIndia_ECOM" }],
    },
  },
];

const FEES: FeeList = {
  gateway: "stripe",
  revision: 3,
  fees: [
    { currency: "INR", payment_method: null, percent: "2.36", fixed: "3.00" },
    { currency: "INR", payment_method: "UPI", percent: "0", fixed: "0.00" },
    { currency: "INR", payment_method: "NB", percent: "0", fixed: "14.16" },
    { currency: "USD", payment_method: null, percent: "4.3", fixed: "0.30" },
  ],
  changed_at: AT,
  changed_by: "Asha Rao",
};
const NO_FEES: FeeList = { gateway: "razorpay", revision: 0, fees: [], changed_at: null, changed_by: null };

/** A vendor's accounts of the merchant in every state, and the fees of gateways. */
export function GatewayAccountExamples() {
  return (
    <>
      {STATES.map(({ state, view: one }) => (
        <Example key={state} component="VendorAccounts" state={state}>
          <VendorAccounts view={one} request={null} others={1} />
        </Example>
      ))}
      <Example component="FeesPanel" state="one gateway with fees, one without">
        <FeesPanel read={{ kind: "found", value: { gateways: [FEES, NO_FEES] }, readAt: AT }} mayManage />
      </Example>
      <Example component="VendorAccounts, AccountRequest" state="a colleague's account waits">
        <VendorAccounts view={{ ...view, accounts: [account, unused] }} request={request} others={1} />
      </Example>
      <Example component="AccountRequest" state="one's own, and nobody else may confirm it">
        <VendorAccounts view={view} request={{ ...request, isOwn: true }} others={0} />
      </Example>
      <Example component="AccountRequest" state="confirmed, without an answer">
        <VendorAccounts view={view} request={{ ...request, isSending: true }} others={1} />
      </Example>
      <Example component="OwnAccounts" state="the service cannot manage them">
        <OwnAccounts
          read={{ kind: "not_offered", serviceAddress: "https://pay.example" }}
          requests={{ requests: [], others: 1 }}
        />
      </Example>
    </>
  );
}
