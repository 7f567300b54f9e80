import { Search } from "lucide-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { translator } from "@/components/i18n/server";
import { redirectToAddress, redirectToSignIn } from "@/components/navigation/server";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { withAccount } from "@/lib/accounts/address";
import { paths } from "@/lib/paths";
import { type OwnAccount, ownAccounts } from "@/server/dashboard/context";
import { AccountPanelSkeleton, UnreadablePanel } from "../_components/account-panel";
import { Frame } from "../_components/frame";
import { SearchResult } from "../_components/search-result";
import { findPaymentsOf } from "../_read/find-payments";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("allAccounts"))("page.search") };
}

type SearchPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** One merchant reference, looked up exactly in every account of the person. */
export default async function SearchEverywherePage({ searchParams }: SearchPageProps) {
  const given = (await searchParams).reference;
  const reference = typeof given === "string" ? given : "";
  const accounts = await ownAccounts();
  if (accounts === null)
    return redirectToSignIn(paths.allAccountsSearch(reference === "" ? {} : { reference }));
  if (accounts.length === 0) return redirectToAddress(paths.login());
  const t = await translator("allAccounts");
  return (
    <Frame accounts={accounts} section="search">
      <form
        action={withAccount(null, paths.allAccountsSearch())}
        className="mb-4 flex max-w-2xl flex-wrap items-end gap-2"
      >
        <div className="min-w-0 grow">
          <TextField
            label={t("search.label")}
            name="reference"
            defaultValue={reference}
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
          />
        </div>
        <Button type="submit" variant="primary" icon={<Search aria-hidden className="size-4" />}>
          {t("search.submit")}
        </Button>
      </form>
      {reference.trim() !== "" && (
        <div className="grid grid-cols-1 gap-4">
          {accounts.map((account) => (
            <Suspense
              key={`${account.slug ?? ""} ${reference}`}
              fallback={<AccountPanelSkeleton account={account} />}
            >
              <OneAccount account={account} reference={reference} />
            </Suspense>
          ))}
        </div>
      )}
    </Frame>
  );
}

async function OneAccount({ account, reference }: { account: OwnAccount; reference: string }) {
  if (account.ctx === null) return <UnreadablePanel account={account} />;
  return <SearchResult account={account} found={await findPaymentsOf(account.ctx, reference)} />;
}
