import { translator } from "@/components/i18n/server";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { FailedOpsRead } from "@/lib/ops-outcomes";
import { NotOffered } from "./not-offered";
import { StatusLink } from "./status-link";
import { TryAgain } from "./try-again";

/** Shown when a read of the ops extension failed. */
export async function FetchFailed({ read }: { read: FailedOpsRead }) {
  const t = await translator("actions");
  switch (read.kind) {
    case "not_offered":
      return <NotOffered serviceAddress={read.serviceAddress} />;
    case "service_error":
      return (
        <ServiceErrorNotice
          serviceError={read.serviceError}
          actions={
            <>
              <TryAgain />
              <StatusLink />
            </>
          }
        />
      );
    case "not_found":
      return (
        <Notice tone="info" title={t("unread.notFound")}>
          <p>{t("unread.notFoundBody")}</p>
        </Notice>
      );
    case "refused":
      return (
        <Notice tone="warning" title={t("unread.refused")}>
          <p>
            <ForeignText>{read.message}</ForeignText>
          </p>
          <p>{t("unread.refusedBody")}</p>
        </Notice>
      );
  }
}
