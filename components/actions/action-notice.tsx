"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { SignedOut } from "@/components/states/signed-out";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { ActionNotDone, OpsFault } from "@/lib/ops-outcomes";

type ActionNoticeProps = {
  outcome: ActionNotDone;
  /** How to find out the outcome when it is unknown. */
  whenUnknown: ReactNode;
  /** Field errors that the form shows at its fields are not repeated here. */
  isAtField?: (fault: OpsFault) => boolean;
  actions?: ReactNode;
};

/** Why an action did not succeed for certain: what happened, what it means, what to do next. */
export function ActionNotice({ outcome, whenUnknown, isAtField = () => false, actions }: ActionNoticeProps) {
  const t = useTranslations("actions");
  switch (outcome.kind) {
    case "not_sent":
      return <ServiceErrorNotice serviceError={outcome.serviceError} actions={actions} />;
    case "unknown":
      return (
        <Notice tone="warning" role="alert" title={t("unknown.title")} actions={actions}>
          <p>{t("unknown.body")}</p>
          <p>{whenUnknown}</p>
        </Notice>
      );
    case "refused": {
      const elsewhere = outcome.faults.filter((fault) => !isAtField(fault));
      const isShownAtFields = outcome.faults.length > 0 && elsewhere.length === 0;
      return (
        <Notice tone="danger" role="alert" title={t("refused.title")} actions={actions}>
          {outcome.faults.length === 0 && outcome.message !== "" && (
            <p>{t("refused.said", { words: outcome.message })}</p>
          )}
          {isShownAtFields && <p>{t("refused.atFields")}</p>}
          {elsewhere.length > 0 && (
            <ul className="list-disc space-y-0.5 pl-4">
              {elsewhere.map(({ field, text }) => (
                <li key={`${field} ${text}`}>
                  <code className="font-mono text-xs">{field}</code> <ForeignText>{text}</ForeignText>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      );
    }
    case "conflict":
      return (
        <Notice tone="danger" role="alert" title={t("conflict.title")} actions={actions}>
          <p>{t("refused.said", { words: outcome.message })}</p>
          <p>{t("conflict.body")}</p>
        </Notice>
      );
    case "signed_out":
      return <SignedOut />;
    case "not_found":
      return <Plain title={t("notFound.title")} body={t("notFound.body")} actions={actions} />;
    case "not_offered":
      return <Plain title={t("notOffered.title")} body={t("notOffered.body")} actions={actions} />;
    case "malformed":
      return <Plain title={t("malformed.title")} body={t("malformed.body")} actions={actions} />;
    case "forbidden":
      return <Plain title={t("forbidden.title")} body={t("forbidden.body")} actions={actions} />;
  }
}

function Plain({ title, body, actions }: { title: string; body: string; actions: ReactNode }) {
  return (
    <Notice tone="danger" role="alert" title={title} actions={actions}>
      <p>{body}</p>
    </Notice>
  );
}
