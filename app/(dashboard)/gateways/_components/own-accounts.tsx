import { translator } from "@/components/i18n/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import type { AccountRequestView } from "@/lib/gateways/account-requests";
import type { ListedVendors } from "@/lib/gateways/listed-accounts";
import type { OpsRead } from "@/lib/ops-outcomes";
import { VendorAccounts } from "./vendor-accounts";

type OwnAccountsProps = {
  read: OpsRead<ListedVendors>;
  requests: { requests: readonly AccountRequestView[]; others: number };
};

/** The merchant's own accounts at every vendor; a service that only speaks the specification cannot manage them. */
export async function OwnAccounts({ read, requests }: OwnAccountsProps) {
  const t = await translator("gateways");
  return (
    <section aria-labelledby="own-accounts">
      <h2 id="own-accounts" className="text-lg font-semibold">
        {t("accounts.title")}
      </h2>
      <p className="mb-3 max-w-prose text-sm text-ink-muted">
        {t(read.kind === "not_offered" ? "accounts.notOffered" : "accounts.about")}
      </p>
      {read.kind === "found" && (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          {read.value.vendors.map((view) => (
            <VendorAccounts
              key={view.gateway}
              view={view}
              request={requests.requests.find(({ gateway }) => gateway === view.gateway) ?? null}
              others={requests.others}
            />
          ))}
        </div>
      )}
      {read.kind !== "found" && read.kind !== "not_offered" && <FetchFailed read={read} />}
    </section>
  );
}
