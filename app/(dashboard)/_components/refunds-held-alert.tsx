import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { Ctx } from "@/server/dashboard/context";
import { readRestore } from "@/server/dashboard/refunds/queries/read-restore";

/** Shown on every page after a restore, until refunds are released (decision 0237). */
export async function RefundsHeldAlert({ ctx }: { ctx: Ctx }) {
  const restore = await readRestore(ctx);
  if (restore?.isHeld !== true) return null;
  return <RefundsHeldNotice backupMadeAt={restore.backupMadeAt.toISOString()} />;
}

export async function RefundsHeldNotice({ backupMadeAt }: { backupMadeAt: string }) {
  const t = await translator("refunds");
  return (
    <div className="mb-4">
      <Notice tone="warning" title={t("restored.heldTitle")}>
        <p>{t.rich("restored.heldBody", { time: () => <Time iso={backupMadeAt} /> })}</p>
      </Notice>
    </div>
  );
}
