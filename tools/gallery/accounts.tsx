"use client";

import { AccountSwitcher } from "@/app/(dashboard)/_components/account-switcher";
import { AccountDialog } from "@/app/(dashboard)/merchant-accounts/_components/account-dialog";
import { AccountNotice } from "@/app/(dashboard)/merchant-accounts/_components/account-notice";
import { AccountsEditor } from "@/app/(dashboard)/merchant-accounts/_components/accounts-editor";
import { AppointDialog } from "@/app/(dashboard)/merchant-accounts/_components/appoint-dialog";
import { CloseDialog } from "@/app/(dashboard)/merchant-accounts/_components/close-dialog";
import { AddMember } from "@/app/(dashboard)/people/_components/add-member";
import { AccountMark } from "@/components/accounts/account-mark";
import { ACCOUNT_COLOURS } from "@/lib/accounts/account";
import type { AccountRow } from "@/lib/accounts/account-views";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";
import { GIVABLE } from "./team-data";

const first: AccountRow = {
  id: 1,
  slug: "main",
  name: "Main account",
  colour: "gray",
  isFirst: true,
  serviceAddress: "https://payments.example.com",
  credentialsChangedAt: null,
  closedAt: null,
  admins: 3,
  mayManagePeople: true,
};
const second: AccountRow = {
  id: 2,
  slug: "shop-eu",
  name: "Shop Europe with a name that is longer than the others",
  colour: "green",
  isFirst: false,
  serviceAddress: "https://payments.europe.example.com/routing",
  credentialsChangedAt: "2026-11-20T09:30:00.000Z",
  closedAt: null,
  admins: 1,
  mayManagePeople: false,
};
const orphaned: AccountRow = { ...second, id: 4, slug: "outlet", name: "Outlet", admins: 0 };
const closed: AccountRow = {
  ...second,
  id: 3,
  slug: "pop-up",
  name: "Pop-up shop",
  colour: "amber",
  closedAt: "2026-11-21T09:30:00.000Z",
};
const choices = [{ ...first, slug: null }, second];
const OUTCOMES = [
  "in_use",
  "busy",
  "key_refused",
  "other_merchant",
  "no_response",
  "not_found",
  "nobody",
  "unconfirmed",
  "has_admin",
  "forbidden",
  "cut_off",
] as const;

/** Merchant accounts: the list, its dialogs, the switch in the bar, and a person who is added. */
export function MerchantAccountExamples() {
  return (
    <>
      <Example component="AccountsEditor, AccountsTable" state="four, one closed, one without an admin">
        <AccountsEditor accounts={[first, second, orphaned, closed]} />
      </Example>
      <DialogExample component="AccountDialog" state="new">
        {(close) => <AccountDialog task={{ kind: "add" }} onClose={close} />}
      </DialogExample>
      <DialogExample component="AccountDialog" state="another key">
        {(close) => <AccountDialog task={{ kind: "key", account: second }} onClose={close} />}
      </DialogExample>
      <DialogExample component="CloseDialog" state="open">
        {(close) => <CloseDialog account={second} onClose={close} />}
      </DialogExample>
      <DialogExample component="AppointDialog" state="open">
        {(close) => <AppointDialog account={orphaned} onClose={close} />}
      </DialogExample>
      <Example component="AccountNotice" state="every outcome">
        <div className="space-y-3">
          {OUTCOMES.map((kind) => (
            <AccountNotice key={kind} outcome={{ kind }} />
          ))}
          <AccountNotice outcome={{ kind: "same_merchant", name: first.name }} />
          <AccountNotice outcome={{ kind: "unverified", names: [first.name, second.name] }} />
        </div>
      </Example>
      <Example component="AccountSwitcher" state="two accounts">
        <div className="w-56 rounded border border-line bg-surface">
          <AccountSwitcher
            choices={choices}
            current={null}
            texts={{ current: "Merchant account:", switch: "Switch merchant account", all: "All accounts" }}
          />
        </div>
      </Example>
      <Example component="AccountMark" state="every colour">
        <div className="space-y-1">
          {ACCOUNT_COLOURS.map((colour) => (
            <AccountMark key={colour} name={colour} colour={colour} />
          ))}
        </div>
      </Example>
      <Example component="AddMember" state="empty">
        <AddMember roles={GIVABLE} />
      </Example>
    </>
  );
}
