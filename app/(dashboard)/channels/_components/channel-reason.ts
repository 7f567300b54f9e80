import { useTranslations } from "use-intl/react";

const CODES = [
  "address_refused",
  "name_not_resolved",
  "connection_failed",
  "tls_failed",
  "timed_out",
  "invalid_response",
  "unreadable",
] as const;

/** Why a message was not sent, in words. */
export function useChannelReason(): (code: string) => string {
  const t = useTranslations("channels");
  return (code) => {
    const known = CODES.find((each) => each === code);
    if (known !== undefined) return t(`reason.${known}`);
    const [, status] = /^HTTP ([0-9]{3})$/.exec(code) ?? [];
    return status === undefined ? t("reason.other") : t("reason.http", { status });
  };
}
