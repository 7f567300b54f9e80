"use client";

import { useTranslations } from "use-intl/react";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import { PartFailed } from "@/components/ui/part-failed";
import { SignedOut } from "@/components/states/signed-out";
import type { SearchKind } from "@/lib/payments/search-terms";
import { isSearchable, useKindNames, useKindsOf } from "./search-kinds";
import type { ShownOutcome } from "./use-text-search";

/** The result of a search that opened nothing. */
export function SearchNotice({ outcome }: { outcome: ShownOutcome }) {
  const t = useTranslations("search");
  const common = useTranslations("common");
  switch (outcome.kind) {
    case "nothing":
      return (
        <Notice tone="info" role="alert" title={t("nothing.title")}>
          <TriedKinds {...outcome} />
        </Notice>
      );
    case "seen":
      return <SeenNotice {...outcome} />;
    case "several":
      return (
        <Notice tone="info" role="alert" title={t("several.title")}>
          <p>{t("several.body")}</p>
        </Notice>
      );
    case "service_error":
      return <ServiceErrorNotice serviceError={outcome.serviceError} />;
    case "lost":
      return (
        <Notice tone="warning" role="alert" title={common("fetchFailed.title")}>
          <p>{t("lost")}</p>
        </Notice>
      );
    case "forbidden":
      return <Notice tone="warning" role="alert" title={t("forbidden")} />;
    case "signed_out":
      return <SignedOut />;
  }
}

/** Shows what was tried for a text of the address that matched nothing. */
export function TriedText({ text, hasList }: { text: string; hasList: boolean }) {
  const kinds = useKindsOf(text);
  return (
    <TriedKinds
      tried={kinds.filter((kind) => isSearchable(kind, hasList))}
      notOffered={[]}
      notSeen={kinds.filter((kind) => !isSearchable(kind, hasList))}
    />
  );
}

/** Loaded when a search at a service without a list has found several. */
const seenPayments = lazyPart(() => import("./seen-payments").then((module) => module.SeenPayments));

function SeenNotice({ payments, isMore }: Extract<ShownOutcome, { kind: "seen" }>) {
  const t = useTranslations("search");
  const list = useLazyPart(seenPayments);
  return (
    <Notice tone="info" role="alert" title={t("seen.title", { n: payments.length })}>
      <p>
        {t("seen.body")} {isMore && t("seen.more")}
      </p>
      {list.kind === "failed" && <PartFailed onTryAgain={list.tryAgain} />}
      {list.kind === "ready" && <list.part payments={payments} />}
    </Notice>
  );
}

type Tried = Record<"tried" | "notOffered" | "notSeen", SearchKind[]>;

/** What was searched, and what nobody can search by: then "nothing" is not the whole truth. */
function TriedKinds({ tried, notOffered, notSeen }: Tried) {
  const t = useTranslations("search");
  const namesOf = useKindNames();
  return (
    <>
      {tried.length > 0 && <p>{t("nothing.tried", { kinds: namesOf(tried) })}</p>}
      {notOffered.length > 0 && <p>{t("nothing.notOffered", { kinds: namesOf(notOffered) })}</p>}
      {notSeen.length > 0 && <p>{t("nothing.notSeen", { kinds: namesOf(notSeen) })}</p>}
    </>
  );
}
