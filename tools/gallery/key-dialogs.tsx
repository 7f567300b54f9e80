"use client";

import { AccountActions, EnterCredentials } from "@/app/(dashboard)/gateways/_components/account-actions";
import { CredentialsDialog } from "@/app/(dashboard)/gateways/_components/credentials-dialog";
import { EditFees } from "@/app/(dashboard)/gateways/_components/edit-fees";
import { FeesDialog } from "@/app/(dashboard)/gateways/_components/fees-dialog";
import { ResetGateway } from "@/app/(dashboard)/gateways/_components/reset-gateway";
import { CreateKey } from "@/app/(dashboard)/keys/_components/create-key";
import { EarlierServices } from "@/app/(dashboard)/keys/_components/earlier-services";
import { EditKey } from "@/app/(dashboard)/keys/_components/edit-key";
import { KeyActions } from "@/app/(dashboard)/keys/_components/key-actions";
import { NewKey } from "@/app/(dashboard)/keys/_components/new-key";
import { RotateKey } from "@/app/(dashboard)/keys/_components/rotate-key";
import { KEY_ACCESSES } from "@/lib/keys/key-access";
import { AT } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";
import { key } from "./team-data";

const account = { account: 2, revision: 7, hint: "…4f2a", in_use: true };
const target = {
  vendor: "stripe",
  inUse: 2,
  address: "https://pay.example/gateways/stripe/notifications/3640bdbf681a498a93740e6e6a17cb77",
} as const;
const FEES = {
  gateway: "stripe",
  revision: 3,
  fees: [
    { currency: "INR", payment_method: null, percent: "2.36", fixed: "3.00" },
    { currency: "INR", payment_method: "UPI", percent: "0", fixed: "0.00" },
  ],
} as const;
const ours = { ...key, isOurs: true, label: "Paydeck", access: "all" } as const;

/** The dialogs of keys and of gateways. */
export function KeyDialogExamples() {
  return (
    <>
      <Example component="CreateKey, KeyFields, AccessField" state="its button opens the form" opens={[0]}>
        <CreateKey offersAccess grantable={KEY_ACCESSES} />
      </Example>
      <Example component="CreateKey" state="for a role that may create none">
        <CreateKey offersAccess grantable={[]} />
      </Example>
      <Example component="EarlierServices" state="with open refunds, without">
        <EarlierServices
          services={[
            { address: "http://127.0.0.1:4000", usedAt: AT, openRefunds: 3 },
            { address: "http://payments.example", usedAt: AT, openRefunds: 0 },
          ]}
        />
      </Example>
      <Example component="KeyActions" state="each opens a dialog" opens={[0, 1, 2]}>
        <KeyActions view={key} grantable={KEY_ACCESSES} />
      </Example>
      <Example component="KeyActions" state="of Paydeck's own key" opens={[1, 2]}>
        <KeyActions view={ours} grantable={KEY_ACCESSES} />
      </Example>
      <Example component="KeyActions" state="of a key that can do more than the person">
        <KeyActions view={key} grantable={["read_only"]} />
      </Example>
      <DialogExample component="EditKey" state="with limits">
        {(close) => (
          <EditKey
            view={{ ...key, perSecond: 10, burst: 20 }}
            grantable={KEY_ACCESSES}
            onSaved={close}
            onClose={close}
          />
        )}
      </DialogExample>
      <DialogExample component="RotateKey" state="asking">
        {(close) => <RotateKey view={key} onClose={close} />}
      </DialogExample>
      <DialogExample component="NewKey" state="shown once">
        {(close) => (
          <NewKey
            made={{ key, apiKey: "pk_live_4f7c9d2e8a1b", salt: "s_example_".repeat(4) }}
            onStored={close}
          />
        )}
      </DialogExample>
      <Example component="EnterCredentials" state="its button opens the form" opens={[0]}>
        <EnterCredentials target={target} inUse={null} isWaiting={false} />
      </Example>
      <Example component="AccountActions" state="in use" opens={[0]}>
        <AccountActions target={target} account={account} hasEnvironment isWaiting={false} />
      </Example>
      <Example component="AccountActions" state="of an earlier account" opens={[0, 1]}>
        <AccountActions
          target={target}
          account={{ ...account, in_use: false }}
          hasEnvironment={false}
          isWaiting={false}
        />
      </Example>
      <DialogExample component="CredentialsDialog" state="asking what has changed">
        {(close) => (
          <CredentialsDialog
            target={target}
            choice={{ kind: "ask", account }}
            onSaved={close}
            onClose={close}
          />
        )}
      </DialogExample>
      <DialogExample component="CredentialsDialog" state="first account at PayPal">
        {(close) => (
          <CredentialsDialog
            target={{ ...target, vendor: "paypal", inUse: null }}
            choice={{ kind: "add" }}
            onSaved={close}
            onClose={close}
          />
        )}
      </DialogExample>
      <DialogExample
        component="CredentialsDialog"
        state="first account at Cashfree, whose webhook gives no value"
      >
        {(close) => (
          <CredentialsDialog
            target={{ ...target, vendor: "cashfree", inUse: null }}
            choice={{ kind: "add" }}
            onSaved={close}
            onClose={close}
          />
        )}
      </DialogExample>
      <Example component="EditFees" state="its button opens the form" opens={[0]}>
        <EditFees list={{ gateway: "razorpay", revision: 0, fees: [] }} />
      </Example>
      <DialogExample component="FeesDialog" state="fees of several methods">
        {(close) => <FeesDialog list={FEES} onSaved={close} onClose={close} />}
      </DialogExample>
      <Example component="ResetGateway" state="skipped" opens={[0]}>
        <ResetGateway gateway="stripe" isSkipped />
      </Example>
    </>
  );
}
