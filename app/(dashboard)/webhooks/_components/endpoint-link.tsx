"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { paths } from "@/lib/paths";
import type { EndpointRef } from "@/lib/webhooks";
import { endpointName } from "@/lib/webhooks/endpoint-name";

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
      <ForeignText>{endpointLabel(endpoint)}</ForeignText>
    </Link>
  );
}

function endpointLabel(endpoint: Exclude<EndpointRef, { kind: "deleted" }>): string {
  return endpoint.kind === "unread" ? endpoint.id : endpointName(endpoint);
}
