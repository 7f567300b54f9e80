"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Notice } from "@/components/ui/notice";
import { MAX_CHANNELS } from "@/lib/notifications/chat";
import { useChannelReason } from "./channel-reason";
import type { ShownChannelOutcome } from "./use-channel-change";

/** The result of a test, or why nothing was changed; a field error is shown at its field. */
export function ChannelNotice({ outcome }: { outcome: ShownChannelOutcome }) {
  const t = useTranslations("channels");
  const reason = useChannelReason();
  switch (outcome.kind) {
    case "test_sent":
      return (
        <Notice tone="success" role="status" title={t("testSent", { name: outcome.name })}>
          <p>{t("testSentBody")}</p>
        </Notice>
      );
    case "test_failed": {
      const { name, code, mayHaveArrived } = outcome;
      return mayHaveArrived ? (
        <Notice tone="warning" role="alert" title={t("testUnknown", { name })}>
          <p>{t("testUnknownBody", { reason: reason(code) })}</p>
        </Notice>
      ) : (
        <Notice tone="danger" role="alert" title={t("testFailed", { name })}>
          <p>{reason(code)}</p>
        </Notice>
      );
    }
    case "invalid":
      return outcome.field === "form" ? (
        <Notice
          tone="danger"
          role="alert"
          title={
            outcome.fault === "too_many" ? t("fault.too_many", { max: MAX_CHANNELS }) : t("fault.incomplete")
          }
        />
      ) : null;
    case "too_soon":
      return <Notice tone="info" role="status" title={t("fault.too_soon")} />;
    case "not_found":
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t(`fault.${outcome.kind}`)} />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("fault.cut_off")} />;
    case "signed_out":
      return <SignedOut />;
  }
}
