import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Status, type StatusTone } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import type { PartState, PartStatus } from "@/lib/status";

const LOOKS: Record<PartState, { tone: StatusTone; icon: LucideIcon }> = {
  works: { tone: "success", icon: CircleCheck },
  unknown: { tone: "neutral", icon: CircleHelp },
  late: { tone: "warning", icon: Clock },
  down: { tone: "danger", icon: CircleX },
};

/** Each part with its state, since when, and what it means for people while it does not work. */
export async function PartList({ parts }: { parts: readonly PartStatus[] }) {
  const t = await translator("status");
  return (
    <ul className="my-5 divide-y divide-line rounded-lg border border-line bg-surface">
      {parts.map(({ part, state, since, mayBeEarlier }) => (
        <li key={part} className="px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="font-medium">{t(`part.${part}`)}</span>
            <Status {...LOOKS[state]} word={t(`state.${state}`)} />
          </div>
          {state !== "unknown" && (
            <p className="mt-0.5 text-sm text-ink-muted">
              {t.rich(mayBeEarlier ? "sinceAtLeast" : "since", {
                time: () => <Time key="time" iso={since} precision="minutes" />,
              })}
            </p>
          )}
          {(state === "late" || state === "down") && <p className="mt-0.5 text-sm">{t(`meaning.${part}`)}</p>}
        </li>
      ))}
    </ul>
  );
}
