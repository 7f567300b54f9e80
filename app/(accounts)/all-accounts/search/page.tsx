import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToAddress, redirectToSignIn } from "@/components/navigation/server";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { MAX_LINES } from "@/lib/payments/lines-view";
import { paths } from "@/lib/paths";
import { ownAccounts } from "@/server/dashboard/context";
import { Frame } from "../_components/frame";
import { SearchAll } from "../_components/search-all";
import { personOf } from "../_read/person-of";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("allAccounts"))("page.search") };
}

type SearchPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Looks up several pasted identifiers of any kind in every account of the person. A link may name one reference. */
export default async function SearchEverywherePage({ searchParams }: SearchPageProps) {
  const { reference: given, export: problem } = await searchParams;
  const reference = typeof given === "string" ? given : "";
  const accounts = await ownAccounts();
  if (accounts === null)
    return redirectToSignIn(paths.allAccountsSearch(reference === "" ? {} : { reference }));
  if (accounts.length === 0) return redirectToAddress(paths.login());
  return (
    <Messages areas={["findLines"]}>
      <Frame accounts={accounts} section="search">
        <ExportProblemNotice problem={problem} />
        <SearchAll key={reference} max={MAX_LINES} given={reference} viewerId={personOf(accounts)} />
      </Frame>
    </Messages>
  );
}
