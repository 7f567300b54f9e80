import type { ReactNode } from "react";
import { translator } from "@/components/i18n/server";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import type { WebhookEndpoint } from "@/lib/webhooks";
import { EndpointStatus } from "../../_components/endpoint-status";
import { EndpointActions } from "./endpoint-actions";

/** One endpoint: its state, its events, and the actions on it. */
export async function EndpointPanel({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = await translator("webhooks");
  const moments: [string, string | null][] = [
    [t("disabledAt"), endpoint.disabled_at],
    [t("failingSince"), endpoint.failing_since],
    [t("heldUntil"), endpoint.isPaused ? endpoint.held_until : null],
    [t("oldSecret"), endpoint.previous_secret_expires_at],
  ];
  return (
    <Panel
      title={
        <span dir="ltr" className="wrap-anywhere">
          {endpoint.url}
        </span>
      }
      aside={<EndpointStatus endpoint={endpoint} />}
    >
      <Facts>
        {endpoint.description !== "" && (
          <Fact name={t("description")}>
            <ForeignText>{endpoint.description}</ForeignText>
          </Fact>
        )}
        <Fact name={t("status")}>
          {endpoint.disabled_reason === null
            ? t(endpoint.isPaused ? "reason.paused" : endpoint.enabled ? "state.on" : "state.off")
            : t(`reason.${endpoint.disabled_reason}`)}
          {endpoint.consecutive_failures > 0 && (
            <p className="text-warning">{t("failures", { count: endpoint.consecutive_failures })}</p>
          )}
        </Fact>
        {moments.map(([name, iso]): ReactNode =>
          iso === null ? null : (
            <Fact key={name} name={name}>
              <Time iso={iso} />
            </Fact>
          ),
        )}
        <Fact name={t("lastSuccess")}>
          {endpoint.last_success_at === null ? (
            <EmptyValue>{t("never")}</EmptyValue>
          ) : (
            <Age iso={endpoint.last_success_at} />
          )}
        </Fact>
        <Fact name={t("events")}>
          <span className="font-mono text-[0.8125rem]">{endpoint.events.join(", ")}</span>
        </Fact>
        <Fact name={t("created")}>
          <Time iso={endpoint.created_at} />
        </Fact>
        <Fact name={t("endpointId")}>
          <CopyableId id={endpoint.endpoint_id} what={t("endpointId")} />
        </Fact>
      </Facts>
      <EndpointActions endpoint={endpoint} />
    </Panel>
  );
}
