"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { paths } from "@/lib/paths";
import type { EndpointRef } from "@/lib/webhooks";

/** An endpoint by its description, or else its host. */
export function EndpointLink({ endpoint }: { endpoint: EndpointRef }) {
  const t = useTranslations("webhooks");
  if (endpoint.kind === "deleted") return <EmptyValue>{t("deliveries.endpointDeleted")}</EmptyValue>;
  return (
    <Link
      href={paths.webhook(endpoint.id)}
      title={endpoint.kind === "known" ? endpoint.url : undefined}
      className="text-accent underline-offset-2 hover:underline"
    >
      <ForeignText>{endpointName(endpoint)}</ForeignText>
    </Link>
  );
}

export function endpointName(endpoint: Exclude<EndpointRef, { kind: "deleted" }>): string {
  if (endpoint.kind === "unread") return endpoint.id;
  return endpoint.description === "" ? hostOf(endpoint.url) : endpoint.description;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
