"use client";

import { useTranslations } from "use-intl/react";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Notice } from "@/components/ui/notice";
import { SignedOut } from "@/components/states/signed-out";
import type { SearchKind } from "@/lib/payments/search-terms";
import { isSearchable, useKindNames, useKindsOf } from "./search-kinds";
import type { ShownOutcome } from "./use-text-search";

/** The result of a search that opened nothing. */
export function SearchNotice({ outcome }: { outcome: ShownOutcome }) {
  const t = useTranslations("payments");
  const common = useTranslations("common");
  switch (outcome.kind) {
    case "nothing":
      return (
        <Notice tone="info" role="alert" title={t("search.nothing.title")}>
          <TriedKinds {...outcome} />
        </Notice>
      );
    case "several":
      return (
        <Notice tone="info" role="alert" title={t("search.several.title")}>
          <p>{t("search.several.body")}</p>
        </Notice>
      );
    case "trouble":
      return <ServiceErrorNotice trouble={outcome.trouble} />;
    case "lost":
      return (
        <Notice tone="warning" role="alert" title={common("fetchFailed.title")}>
          <p>{t("search.lost")}</p>
        </Notice>
      );
    case "forbidden":
      return <Notice tone="warning" role="alert" title={t("search.forbidden")} />;
    case "signed_out":
      return <SignedOut />;
  }
}

/** The same for a text of the address that matched nothing. */
export function TriedText({ text, hasList }: { text: string; hasList: boolean }) {
  const kinds = useKindsOf(text);
  return (
    <TriedKinds
      tried={kinds.filter((kind) => isSearchable(kind, hasList))}
      notOffered={kinds.filter((kind) => !isSearchable(kind, hasList))}
    />
  );
}

/** What was searched, and what the service cannot search by: then "nothing" is not the whole truth. */
function TriedKinds({ tried, notOffered }: { tried: SearchKind[]; notOffered: SearchKind[] }) {
  const t = useTranslations("payments");
  const namesOf = useKindNames();
  return (
    <>
      {tried.length > 0 && <p>{t("search.nothing.tried", { kinds: namesOf(tried) })}</p>}
      {notOffered.length > 0 && <p>{t("search.nothing.notOffered", { kinds: namesOf(notOffered) })}</p>}
    </>
  );
}
