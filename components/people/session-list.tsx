import { Laptop } from "lucide-react";
import type { ReactNode } from "react";
import { translator } from "@/components/i18n/server";
import { Age, Time } from "@/components/ui/time";
import type { SessionView } from "@/lib/people";
import { readDevice } from "@/lib/people/device";

type SessionListProps = {
  label: string;
  sessions: readonly SessionView[];
  /** The control that ends a session; its label includes the device, so that no two have the same name. */
  ending: (session: SessionView, device: string) => ReactNode;
};

/** A person's sessions, the most recently used first. */
export async function SessionList({ label, sessions, ending }: SessionListProps) {
  const t = await translator("account");
  const nameOf = ({ device }: SessionView): string => {
    const { browser, system } = readDevice(device ?? "");
    if (browser === null && system === null) return t("session.unknownDevice");
    if (browser === null || system === null) return browser ?? system ?? "";
    return t("session.device", { browser, system });
  };
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5">
          <div className="flex min-w-0 gap-2.5">
            <Laptop aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
            <div className="min-w-0 text-sm">
              <p className="font-medium" title={session.device ?? undefined}>
                {nameOf(session)}
                {session.isOwn && (
                  <span className="ml-2 rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs font-semibold text-accent">
                    {t("session.own")}
                  </span>
                )}
              </p>
              <p className="text-ink-muted">
                {t(`session.by.${session.openedBy}`)} · <Time iso={session.createdAt} />
              </p>
              <p className="text-ink-muted">
                {t("session.lastUsed")} <Age iso={session.lastUsedAt} />
              </p>
            </div>
          </div>
          {ending(session, nameOf(session))}
        </li>
      ))}
    </ul>
  );
}
