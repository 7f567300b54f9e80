import { Building2, CircleDashed, CircleCheck, Clock, type LucideIcon } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { Status, type StatusTone } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import { VENDORS } from "@/lib/contract/ops/gateway-accounts";
import type { AccountRequestView } from "@/lib/gateways/account-requests";
import { VENDOR_NAMES } from "@/lib/gateways/credential-fields";
import type { ChangeAuthor, ListedAccount, ListedVendor } from "@/lib/gateways/listed-accounts";
import { AccountRequest } from "./account-request";
import { AccountActions, EnterCredentials } from "./account-actions";

export type VendorView = ListedVendor;

const USES: Record<"own" | "environment" | "none", { tone: StatusTone; icon: LucideIcon }> = {
  own: { tone: "success", icon: CircleCheck },
  environment: { tone: "neutral", icon: Building2 },
  none: { tone: "neutral", icon: CircleDashed },
};

type VendorAccountsProps = {
  view: VendorView;
  /** What waits for a second person; null for nothing. */
  request: AccountRequestView | null;
  /** How many other people could confirm it. */
  others: number;
};

/** The merchant's own accounts at one vendor, and where the vendor is to notify them. */
export async function VendorAccounts({ view, request, others }: VendorAccountsProps) {
  const t = await translator("gateways");
  const vendor = VENDORS.find((name) => name === view.gateway);
  // A vendor that this dashboard does not know has no form.
  if (vendor === undefined) return null;
  const name = VENDOR_NAMES[vendor];
  const inUse = view.accounts.find((account) => account.in_use) ?? null;
  const use = inUse !== null ? "own" : view.environment ? "environment" : "none";
  const target = { vendor, inUse: inUse?.account ?? null, address: view.notification_address };
  return (
    <Panel
      title={t("accounts.panel", { vendor: name })}
      aside={<Status {...USES[use]} word={t(`accounts.uses.${use}`)} />}
    >
      <p className="mb-3 max-w-prose text-sm text-ink-muted">
        {t(`accounts.usesMeaning.${use}`, { hint: inUse?.hint ?? "" })}
      </p>
      {request !== null && (
        <AccountRequest key={request.id} request={request} vendor={name} others={others} />
      )}
      {view.accounts.length > 0 && (
        <ul
          aria-label={t("accounts.list", { vendor: name })}
          className="mb-3 divide-y divide-line border-y border-line"
        >
          {view.accounts.map((account) => (
            <li
              key={account.account}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5"
            >
              <AccountFacts account={account} />
              <AccountActions
                target={target}
                account={account}
                hasEnvironment={view.environment}
                isWaiting={request !== null}
              />
            </li>
          ))}
        </ul>
      )}
      <Facts>
        <Fact name={t("accounts.address")}>
          <CopyableId id={view.notification_address} what={t("accounts.address")} />
          <p className="text-xs text-ink-muted">{t("accounts.addressHint", { vendor: name })}</p>
        </Fact>
      </Facts>
      <EnterCredentials target={target} inUse={inUse} isWaiting={request !== null} />
    </Panel>
  );
}

/** Saved, and never put in use: no payment can be in it. */
const isUnused = ({ in_use: isUsed, used_at: usedAt, last_payment_at: paidAt }: ListedAccount): boolean =>
  !isUsed && usedAt === null && paidAt === null;

async function AccountFacts({ account }: { account: ListedAccount }) {
  const t = await translator("gateways");
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-mono wrap-anywhere">{account.hint}</span>
        {account.in_use ? (
          <Status tone="success" icon={CircleCheck} word={t("accounts.inUse")} />
        ) : (
          <Status
            tone="neutral"
            icon={Clock}
            word={t(isUnused(account) ? "accounts.unused" : "accounts.earlier")}
          />
        )}
        <span className="text-ink-muted">{t(account.live ? "accounts.live" : "accounts.testMode")}</span>
      </p>
      <p className="text-xs text-ink-muted">
        {t.rich("accounts.changed", {
          ...wordsOf(account.changed_author),
          time: () => <Time iso={account.changed_at} />,
        })}
      </p>
      {!isUnused(account) && <UseFacts account={account} />}
      <p className="text-xs text-ink-muted">
        {account.last_payment_at === null
          ? t(account.in_use ? "accounts.noPayment" : "accounts.noPaymentEarlier")
          : t.rich("accounts.lastPayment", { time: () => <Time iso={account.last_payment_at ?? ""} /> })}
      </p>
    </div>
  );
}

/** Who put it in use, or took it out of use; nothing where the service does not record it. */
async function UseFacts({ account }: { account: ListedAccount }) {
  const t = await translator("gateways");
  const [text, at, author] = account.in_use
    ? (["accounts.used", account.used_at, account.used_author] as const)
    : (["accounts.retired", account.retired_at, account.retired_author] as const);
  if (typeof at !== "string" || author === null) return null;
  return (
    <p className="text-xs text-ink-muted">
      {t.rich(text, { ...wordsOf(author), time: () => <Time iso={at} /> })}
    </p>
  );
}

/** A key is named where no person can be. */
function wordsOf(author: ChangeAuthor): { by: "person" | "key" | "unlisted"; name: string } {
  if (author.kind === "person") return { by: "person", name: author.name };
  return author.label === null ? { by: "unlisted", name: "" } : { by: "key", name: author.label };
}
