"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Notice } from "@/components/ui/notice";
import { displayAmount } from "@/lib/money";
import type { ResolveEnd, ResolveProblem } from "./use-resolve";

/** Its outcome is known now: which, and who resolved it. */
export function EndNotice({ end }: { end: ResolveEnd }) {
  const t = useTranslations("refunds.settle.outcomes");
  switch (end.kind) {
    case "settled":
      return (
        <Notice tone="success" role="status" title={t("settledTitle")}>
          <p>
            {end.refundId === null ? t("settledNotSent") : t("settledAccepted", { refundId: end.refundId })}
          </p>
        </Notice>
      );
    case "not_open":
      return (
        <Notice tone="info" role="status" title={t("notOpenTitle")}>
          <p>{t("notOpenBody")}</p>
        </Notice>
      );
  }
}

type ShownProblem = Exclude<ResolveProblem, { kind: "invalid" }>;

/** Why nothing was resolved; the amount stays reserved. */
export function ProblemNotice({ problem, currency }: { problem: ShownProblem; currency: string }) {
  const t = useTranslations("refunds.settle");
  const say = (title: string, body: string) => (
    <Notice tone="warning" role="alert" title={title}>
      <p>{body}</p>
      <p>{t("nothingSettled")}</p>
    </Notice>
  );
  switch (problem.kind) {
    case "being_tried":
      return say(t("outcomes.beingTriedTitle"), t("outcomes.beingTriedBody"));
    case "wrong_refund": {
      switch (problem.fault) {
        case "other_payment":
          return say(t("outcomes.wrongTitle"), t("outcomes.other_payment", { actual: problem.actual }));
        case "other_amount":
          return say(
            t("outcomes.wrongTitle"),
            t("outcomes.other_amount", { actual: displayAmount(problem.actual, currency) }),
          );
        case "not_found":
        case "older":
        case "taken":
          return say(t("outcomes.wrongTitle"), t(`outcomes.${problem.fault}`));
      }
      break;
    }
    case "contradicted":
      return say(
        t("outcomes.contradictedTitle"),
        problem.by === "search"
          ? t("outcomes.bySearch", { refundId: problem.refundId })
          : t("outcomes.byBalance", { unexplained: displayAmount(problem.unexplained, currency) }),
      );
    case "other_service":
      return say(t("outcomes.otherServiceTitle"), t("outcomes.otherServiceBody"));
    case "payment_gone":
      return say(t("outcomes.paymentGoneTitle"), t("outcomes.paymentGoneBody"));
    case "service_error":
      return (
        <div className="space-y-2">
          <ServiceErrorNotice serviceError={problem.serviceError} />
          <p className="text-sm">{t("nothingSettled")}</p>
        </div>
      );
    case "forbidden":
      return say(t("outcomes.forbiddenTitle"), t("outcomes.forbiddenBody"));
    case "signed_out":
      return <SignedOut />;
    case "cut_off":
      return (
        <Notice tone="warning" role="alert" title={t("outcomes.lostTitle")}>
          <p>{t("outcomes.lostBody")}</p>
        </Notice>
      );
  }
}
