"use client";

import { Hourglass } from "lucide-react";
import { useTranslations } from "use-intl/react";
import {
  confirmAccountRequestAction,
  declineAccountRequestAction,
  withdrawAccountRequestAction,
} from "@/app/(dashboard)/gateways/actions";
import { ActionNotice } from "@/components/actions/action-notice";
import { useSend } from "@/components/actions/use-send";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Status } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import { useRouter } from "@/components/ui/use-router";
import type { AccountRequestOutcome, AccountRequestView } from "@/lib/gateways/account-requests";
import { paths } from "@/lib/paths";

type Step = "confirm" | "decline" | "withdraw";
const ACTIONS = {
  confirm: confirmAccountRequestAction,
  decline: declineAccountRequestAction,
  withdraw: withdrawAccountRequestAction,
} as const;

type AccountRequestProps = {
  request: AccountRequestView;
  vendor: string;
  /** How many other people could confirm it. */
  others: number;
};

/** An account that somebody wants to put in use: a second person decides, after a look at what it is. */
export function AccountRequest({ request, vendor, others }: AccountRequestProps) {
  const t = useTranslations("gateways.request");
  const accounts = useTranslations("gateways.accounts");
  const router = useRouter();
  const {
    sending: busy,
    outcome,
    send,
  } = useSend(
    (step: Step) => ACTIONS[step]({ requestId: request.id }),
    { kind: "unknown" } as const,
    ({ kind }) => {
      if (kind !== "unknown" && kind !== "not_sent") router.refresh();
    },
  );
  const { hint, isOwn, isSending } = request;
  const button = (step: Step, variant: "primary" | "secondary") => (
    <Button
      size="sm"
      variant={variant}
      busy={busy === step}
      disabled={busy !== null}
      aria-label={t(`${step}Of`, { vendor, hint })}
      onClick={() => void send(step)}
    >
      {t(step)}
    </Button>
  );
  return (
    <section
      aria-label={t("region", { vendor, hint })}
      className="mb-3 space-y-2 rounded-md border border-line bg-sunken p-3 text-sm"
    >
      <Status tone="warning" icon={Hourglass} word={t("title")} />
      <p>
        {t.rich("what", {
          name: request.requestedBy,
          vendor,
          hint: () => <span className="inline-block max-w-full font-mono wrap-anywhere">{hint}</span>,
          mode: accounts(request.isLive ? "live" : "testMode"),
        })}
      </p>
      <p className="text-xs text-ink-muted">
        {t.rich("times", {
          requested: () => <Time iso={request.requestedAt} />,
          expires: () => <Time iso={request.expiresAt} />,
        })}
      </p>
      <p className="text-ink-muted">{t(isOwn ? "own" : "check", { vendor })}</p>
      {isOwn && others === 0 && (
        <p>
          {t.rich("alone", {
            link: (text) => (
              <Link href={paths.people()} className="underline">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
      {isSending && <p>{t("sending")}</p>}
      <RequestNotice outcome={outcome} />
      <div className="flex flex-wrap gap-2">
        {!isOwn && button("confirm", "primary")}
        {!isOwn && (!isSending || outcome?.kind === "requester_lost") && button("decline", "secondary")}
        {isOwn && !isSending && button("withdraw", "secondary")}
      </div>
    </section>
  );
}

function RequestNotice({ outcome }: { outcome: AccountRequestOutcome | null }) {
  const t = useTranslations("gateways.request");
  switch (outcome?.kind) {
    case undefined:
    case "done":
      return null;
    case "own":
    case "not_own":
    case "closed":
    case "expired":
    case "requester_lost":
      return <Notice tone="danger" role="alert" title={t(`outcome.${outcome.kind}`)} />;
    case "refused":
    case "conflict":
    case "not_found":
    case "not_offered":
    case "not_sent":
    case "unknown":
    case "malformed":
    case "forbidden":
    case "signed_out":
      return <ActionNotice outcome={outcome} whenUnknown={t("whenUnknown")} />;
  }
}
