"use client";

import { useOptimistic, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Checkbox } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { useRouter } from "@/components/ui/use-router";
import type { RequestReserveOutcome } from "@/lib/requests/request-views";
import { setRequestsReserveAction } from "../actions";

type Shown = Exclude<RequestReserveOutcome, { kind: "saved" }> | { kind: "cut_off" };

/** Whether undecided requests reserve their amount, for admins; saved at once. */
export function ReserveSetting({ doReserve }: { doReserve: boolean }) {
  const t = useTranslations("requests.reserve");
  const router = useRouter();
  const [problem, setProblem] = useState<Shown | null>(null);
  const [shown, show] = useOptimistic(doReserve);
  const [isPending, startTransition] = useTransition();
  const save = (wanted: boolean): void =>
    startTransition(async () => {
      show(wanted);
      const saved = await setRequestsReserveAction({ doReserve: wanted }).catch(
        () => ({ kind: "cut_off" }) as const,
      );
      setProblem(saved.kind === "saved" ? null : saved);
      router.refresh();
    });
  return (
    <div className="mt-6">
      <Panel title={t("title")}>
        <div className="grid gap-2">
          <Checkbox
            label={t("label")}
            checked={shown}
            disabled={isPending}
            aria-describedby="requests-reserve-about"
            onChange={({ target: { checked } }) => save(checked)}
          />
          <p id="requests-reserve-about" className="max-w-prose text-sm text-ink-muted">
            {t("about")}
          </p>
          {problem !== null &&
            (problem.kind === "signed_out" ? (
              <SignedOut />
            ) : (
              <Notice tone="danger" role="alert" title={t(problem.kind)} />
            ))}
        </div>
      </Panel>
    </div>
  );
}
