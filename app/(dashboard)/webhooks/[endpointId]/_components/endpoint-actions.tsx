"use client";

import { Link } from "@/components/ui/link";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import {
  deleteWebhookAction,
  testWebhookAction,
  updateWebhookAction,
} from "@/app/(dashboard)/webhooks/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { ActionNotice } from "@/components/actions/action-notice";
import { useAction } from "@/components/actions/use-action";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import { paths } from "@/lib/paths";
import type { WebhookEndpoint } from "@/lib/webhooks";
import { EditEndpoint } from "./edit-endpoint";
import { ReplayRange } from "./replay-range";
import { RotateSecret } from "./rotate-secret";

type Open = "edit" | "disable" | "rotate" | "replay" | "delete" | null;

/** All actions on an endpoint, with the outcome of the last one. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const test = useAction(testWebhookAction);
  const turn = useAction(updateWebhookAction);
  const remove = useAction(deleteWebhookAction);
  const [open, setOpen] = useState<Open>(null);
  const [notice, setNotice] = useState<ReactNode>(null);
  const { endpoint_id: endpointId, url, enabled } = endpoint;

  const begin = (which: Open): void => {
    setNotice(null);
    test.clear();
    turn.clear();
    remove.clear();
    setOpen(which);
  };
  const end = (words: ReactNode = null): void => {
    setOpen(null);
    setNotice(words);
    router.refresh();
  };
  const runTest = async (): Promise<void> => {
    begin(null);
    await test.send({ endpointId });
    router.refresh();
  };
  const enable = async (): Promise<void> => {
    begin(null);
    const answered = await turn.send({ endpointId, enabled: true });
    end(answered?.kind === "done" ? t(enabled ? "resumed" : "enabled") : null);
  };
  const undone = [test.outcome, open === null ? turn.outcome : null].find(
    (outcome) => outcome !== null && outcome.kind !== "done",
  );

  return (
    <div className="mt-4 space-y-3">
      <div className="flex flex-wrap gap-2">
        {enabled && (
          <Button size="sm" variant="primary" busy={test.isSending} onClick={runTest}>
            {t("test")}
          </Button>
        )}
        {(!enabled || endpoint.isPaused) && (
          <Button
            size="sm"
            variant={enabled ? "secondary" : "primary"}
            busy={turn.isSending && open === null}
            onClick={enable}
          >
            {t(enabled ? "resume" : "enable")}
          </Button>
        )}
        <Button size="sm" onClick={() => begin("edit")}>
          {t("edit")}
        </Button>
        {enabled && (
          <Button size="sm" onClick={() => begin("replay")}>
            {t("replayRange")}
          </Button>
        )}
        <Button size="sm" onClick={() => begin("rotate")}>
          {t("rotate")}
        </Button>
        {enabled && (
          <Button size="sm" onClick={() => begin("disable")}>
            {t("disable")}
          </Button>
        )}
        <Button size="sm" onClick={() => begin("delete")}>
          {t("delete")}
        </Button>
      </div>
      {test.outcome?.kind === "done" && (
        <Notice
          tone="success"
          role="status"
          title={t("testSent")}
          actions={
            <Link
              href={paths.webhookDelivery(test.outcome.value.delivery_id)}
              className={buttonClass("secondary", "sm")}
            >
              {t("testLook")}
            </Link>
          }
        />
      )}
      {undone && (
        <ActionNotice
          outcome={undone}
          whenUnknown={t(undone === test.outcome ? "whenUnknownTest" : "whenUnknown")}
        />
      )}
      {notice !== null && <Notice tone="success" role="status" title={notice} />}
      {open === "edit" && (
        <EditEndpoint endpoint={endpoint} onSaved={() => end(t("saved"))} onClose={() => end()} />
      )}
      {open === "rotate" && <RotateSecret endpointId={endpointId} onClose={() => end()} />}
      {open === "replay" && (
        <ReplayRange
          endpointId={endpointId}
          onReplayed={(count) => end(t("replayedCount", { count }))}
          onClose={() => end()}
        />
      )}
      {open === "disable" && (
        <ConfirmAction
          title={t("disableTitle")}
          keep={t("disableKeep")}
          confirm={t("disable")}
          tone="danger"
          action={turn}
          input={{ endpointId, enabled: false }}
          whenUnknown={t("whenUnknown")}
          onDone={() => end(t("disabled"))}
          onClose={() => end()}
        >
          <p>{t("disableBody")}</p>
        </ConfirmAction>
      )}
      {open === "delete" && (
        <ConfirmAction
          title={t("deleteTitle")}
          keep={t("deleteKeep")}
          confirm={t("deleteDo")}
          tone="danger"
          action={remove}
          input={{ endpointId }}
          whenUnknown={t("whenUnknown")}
          onDone={() => router.push(paths.webhooks())}
          onClose={() => end()}
        >
          <p dir="ltr" className="font-medium wrap-anywhere">
            {url}
          </p>
          <p>{t("deleteBody")}</p>
        </ConfirmAction>
      )}
    </div>
  );
}
