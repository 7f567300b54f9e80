import { CircleCheck, CirclePause, TriangleAlert } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Status } from "@/components/ui/status";
import type { WebhookEndpoint } from "@/lib/webhooks";

export async function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = await translator("webhooks");
  if (!endpoint.enabled) return <Status tone="neutral" icon={CirclePause} word={t("state.off")} />;
  if (endpoint.isPaused) return <Status tone="warning" icon={CirclePause} word={t("state.paused")} />;
  return endpoint.consecutive_failures > 0 ? (
    <Status tone="warning" icon={TriangleAlert} word={t("state.failing")} />
  ) : (
    <Status tone="success" icon={CircleCheck} word={t("state.on")} />
  );
}
