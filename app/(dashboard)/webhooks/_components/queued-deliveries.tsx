"use client";

import { useTranslations } from "use-intl/react";
import { updateWebhookAction } from "@/app/(dashboard)/webhooks/actions";
import { ActionNotice } from "@/components/actions/action-notice";
import { useAction } from "@/components/actions/use-action";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { useRouter } from "@/components/ui/use-router";
import { MAX_QUEUED_COUNTED } from "@/lib/contract/webhook-constants";
import { paths } from "@/lib/paths";
import type { DeliveryQueue } from "@/lib/webhooks";
import { EndpointLink } from "./endpoint-link";

type QueuedDeliveriesProps = {
  queues: readonly DeliveryQueue[];
  /** The list below shows them now. */
  areShown: boolean;
  /** True on the page of the endpoint, whose panel says until when it is paused, and has Resume. */
  isOfEndpoint: boolean;
};

/**
 * One line for each paused endpoint instead of its backlog. Stays when the last line is gone, because the outcome of
 * resuming is here.
 */
export function QueuedDeliveries({ queues, areShown, isOfEndpoint }: QueuedDeliveriesProps) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const resume = useAction(updateWebhookAction);
  const run = async (endpointId: string): Promise<void> => {
    await resume.send({ endpointId, enabled: true });
    router.refresh();
  };
  const { outcome } = resume;
  if (queues.length === 0 && outcome === null) return null;
  return (
    <div className="mb-3 space-y-2">
      {queues.length > 0 && (
        <ul className="space-y-2">
          {queues.map((queue) => (
            <li key={queue.endpoint.id}>
              <Notice
                tone="warning"
                title={t("deliveries.queued", {
                  count: queue.count,
                  isCut: queue.count >= MAX_QUEUED_COUNTED ? "yes" : "no",
                })}
                actions={
                  <>
                    {!areShown && (
                      <Link
                        href={paths.webhook(queue.endpoint.id, { queued: "only" })}
                        className={buttonClass("secondary", "sm")}
                      >
                        {t("deliveries.showQueued")}
                      </Link>
                    )}
                    {!isOfEndpoint && (
                      <Button size="sm" busy={resume.isSending} onClick={() => void run(queue.endpoint.id)}>
                        {t("resume")}
                      </Button>
                    )}
                  </>
                }
              >
                {!isOfEndpoint && (
                  <p>
                    <EndpointLink endpoint={queue.endpoint} /> · {t("heldUntil")}{" "}
                    <Time iso={queue.pausedUntil} />
                  </p>
                )}
              </Notice>
            </li>
          ))}
        </ul>
      )}
      {outcome?.kind === "done" && <Notice tone="success" role="status" title={t("resumed")} />}
      {outcome !== null && outcome.kind !== "done" && (
        <ActionNotice outcome={outcome} whenUnknown={t("whenUnknown")} />
      )}
    </div>
  );
}
