"use client";

import { ListProblem } from "@/app/(dashboard)/payments/_components/list/list-problem";
import { RemoveView } from "@/app/(dashboard)/_components/saved-views/remove-view";
import { RenameView } from "@/app/(dashboard)/_components/saved-views/rename-view";
import { SavedViewsPanel } from "@/app/(dashboard)/_components/saved-views/saved-views-panel";
import { ShareView } from "@/app/(dashboard)/_components/saved-views/share-view";
import { SharedViewActions } from "@/app/(dashboard)/_components/saved-views/shared-view-actions";
import { SaveView } from "@/app/(dashboard)/_components/saved-views/save-view";
import { SearchField } from "@/app/(dashboard)/_components/search/search-field";
import { SeenPayments } from "@/app/(dashboard)/_components/search/seen-payments";
import { TopHitsView } from "@/app/(dashboard)/_components/search/top-hits";
import { SearchNotice, TriedText } from "@/app/(dashboard)/_components/search/search-notice";
import type { ComponentProps } from "react";
import { useTranslations } from "use-intl/react";
import { REFERENCE } from "./data";
import { Example } from "./example";
import { refundDesk } from "./team-data";
import { listedPayment } from "./tables-data";

const nothing = (): void => undefined;
const HERE = "/dev/components";

const OUTCOMES: readonly ComponentProps<typeof SearchNotice>["outcome"][] = [
  { kind: "nothing", tried: ["reference", "gateway_id"], notOffered: ["prefix"], notSeen: [] },
  { kind: "nothing", tried: [], notOffered: [], notSeen: ["email", "phone", "amount"] },
  { kind: "seen", payments: [listedPayment, { ...listedPayment, transactionId: "TXN2" }], isMore: true },
  { kind: "several" },
  { kind: "service_error", serviceError: { kind: "unavailable" } },
  { kind: "lost" },
  { kind: "forbidden" },
  { kind: "signed_out" },
];

/** Searching payments, and what a search found. */
export function SearchExamples() {
  const t = useTranslations("payments");
  return (
    <>
      <Example component="SearchField" state="a reference">
        <form role="search" className="flex items-center gap-3">
          <SearchField page="/payments" reference={REFERENCE} isSearching={false} hasAccounts />
        </form>
      </Example>
      <Example component="TopHitsView, Hit" state="two, with other accounts">
        <TopHitsView
          typed="ORD"
          hasAccounts
          payments={[listedPayment, { ...listedPayment, transactionId: "TXN2" }]}
        />
      </Example>
      {OUTCOMES.map((outcome, index) => (
        <Example key={index} component="SearchNotice" state={outcome.kind}>
          <SearchNotice outcome={outcome} />
        </Example>
      ))}
      <Example component="SeenPayments" state="two">
        <SeenPayments payments={[listedPayment, { ...listedPayment, transactionId: "TXN2" }]} />
      </Example>
      <Example component="TriedText" state="a text that may be a contact, without a list">
        <TriedText text="asha@example.com" hasList={false} />
      </Example>
      <Example component="SavedViewsPanel" state="own and shared views; admin">
        <SavedViewsPanel
          list="payments"
          views={[
            { viewId: "1", name: "Failed today", href: HERE, sharedWith: "finance" },
            { viewId: "2", name: "Refunded today", href: HERE, sharedWith: refundDesk },
          ]}
          roles={[refundDesk]}
          shared={[{ viewId: "3", name: "Stuck UPI", href: HERE, owner: "Nila Rao", mayStop: true }]}
          query="status=FAILURE"
          columns={null}
          hasOwnColumns={false}
        />
      </Example>
      <Example component="SaveView" state="open">
        <SaveView list="payments" query="status=FAILURE" columns="reference,amount,udf1" hasOwnColumns />
      </Example>
      <Example component="ShareView" state="open">
        <ShareView
          view={{ viewId: "1", name: "Failed today", sharedWith: "finance" }}
          roles={[refundDesk]}
          onDone={nothing}
        />
      </Example>
      <Example component="SharedViewActions" state="admin">
        <div className="flex gap-2">
          <SharedViewActions view={{ viewId: "3", name: "Stuck UPI", mayStop: true }} />
        </div>
      </Example>
      <Example component="RemoveView" state="open">
        <RemoveView view={{ viewId: "1" }} />
      </Example>
      <Example component="RenameView" state="open">
        <RenameView view={{ viewId: "1", name: "Failed today" }} onDone={nothing} />
      </Example>
      <Example component="ListProblem" state="a page that the service does not know">
        <ListProblem
          title={t("list.unknownPage.title")}
          body={t("list.unknownPage.body")}
          action={{ href: HERE, label: t("list.newest") }}
        />
      </Example>
    </>
  );
}
