"use client";

import { createContext, useContext, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { SignedOut } from "@/components/states/signed-out";
import { endSessionsAction, type SessionsState } from "../actions";

type Ending = { send: (form: FormData) => void; isSending: boolean };
const EndingContext = createContext<Ending | null>(null);

/** Around the list, so that the outcome stays when the row of an ended session is gone. */
export function OwnSessions({ children }: { children: ReactNode }) {
  const t = useTranslations("account");
  const { state, send, isSending, isLost } = useFormAction<SessionsState>(endSessionsAction, null);
  return (
    <EndingContext value={{ send, isSending }}>
      <div className="space-y-4">
        {isLost && <LostResponseNotice />}
        {!isLost && state?.outcome.kind === "ended" && (
          <Notice
            key={state.attempt}
            tone="success"
            role="status"
            title={t("sessions.ended", { count: state.outcome.count })}
          />
        )}
        {state?.outcome.kind === "signed_out" && <SignedOut />}
        {children}
      </div>
    </EndingContext>
  );
}

export function EndOthers() {
  const t = useTranslations("account");
  return <EndForm session="others" label={t("sessions.endOthers")} />;
}

export function EndSession({ sessionId, device }: { sessionId: string; device: string }) {
  const t = useTranslations("account");
  return <EndForm session={sessionId} label={t("sessions.end")} about={device} />;
}

function EndForm({ session, label, about }: { session: string; label: string; about?: string }) {
  const ending = useContext(EndingContext);
  if (ending === null) return null;
  return (
    <form action={ending.send}>
      <input type="hidden" name="session" value={session} />
      <Button type="submit" size="sm" busy={ending.isSending}>
        {label}
        {about !== undefined && <span className="sr-only">{about}</span>}
      </Button>
    </form>
  );
}
