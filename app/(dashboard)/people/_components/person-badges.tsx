import { ArrowRightLeft, CircleCheck, CircleSlash, KeyRound, Lock, Mail } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Status } from "@/components/ui/status";
import type { PersonRow } from "@/lib/people";

/** The person's state: active, invited or deactivated, and whether they are locked out. */
export async function PersonState({ person }: { person: Pick<PersonRow, "state" | "lockedUntil"> }) {
  const t = await translator("people");
  if (person.state === "active" && person.lockedUntil !== null) {
    return <Status tone="danger" icon={Lock} word={t("state.locked")} />;
  }
  switch (person.state) {
    case "active":
      return <Status tone="success" icon={CircleCheck} word={t("state.active")} />;
    case "invited":
      return <Status tone="accent" icon={Mail} word={t("state.invited")} />;
    case "elsewhere":
      return <Status tone="neutral" icon={ArrowRightLeft} word={t("state.elsewhere")} />;
    case "deactivated":
      return <Status tone="neutral" icon={CircleSlash} word={t("state.deactivated")} />;
  }
}

export async function SecondFactorMark({ isOn }: { isOn: boolean }) {
  const t = await translator("people");
  if (!isOn) return <span className="text-ink-muted">{t("factor.off")}</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <KeyRound aria-hidden className="size-3.5 text-success" />
      {t("factor.on")}
    </span>
  );
}
