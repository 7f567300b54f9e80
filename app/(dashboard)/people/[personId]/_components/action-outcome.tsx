"use client";

import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { SignedOut } from "@/components/states/signed-out";
import type { PersonActionOutcome } from "@/lib/people";
import type { PersonAction } from "../../actions";
import { MadeLink } from "../../_components/made-link";

const DONE = [
  "change_role",
  "deactivate",
  "leave_first",
  "reactivate",
  "revoke_link",
  "reset_factor",
  "end_sessions",
  "unlock",
] as const satisfies readonly PersonAction[];

/** The outcome of the last action; it stays until the next one. */
export function ActionOutcome({ action, outcome }: { action: string; outcome: PersonActionOutcome }) {
  const t = useTranslations("people");
  switch (outcome.kind) {
    case "link":
      return <MadeLink link={outcome} />;
    case "done": {
      const done = DONE.find((name) => name === action);
      return (
        <Notice
          tone="success"
          role="status"
          title={t(done === undefined ? "outcome.done" : `done.${done}`)}
        />
      );
    }
    case "unchanged":
      return (
        <Notice tone="info" role="status" title={t("outcome.unchanged.title")}>
          <p>{t("outcome.unchanged.advice")}</p>
        </Notice>
      );
    case "signed_out":
      return <SignedOut />;
    case "last_admin":
    case "role_gone":
    case "exceeds":
    case "own":
    case "no_other_account":
    case "not_found":
    case "forbidden":
      return (
        <Notice tone="danger" role="alert" title={t(`outcome.${outcome.kind}.title`)}>
          <p>{t(`outcome.${outcome.kind}.advice`)}</p>
        </Notice>
      );
  }
}
