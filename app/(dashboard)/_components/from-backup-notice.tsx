import { translator } from "@/components/i18n/server";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { Ctx } from "@/server/dashboard/context";
import { readRestore } from "@/server/dashboard/refunds/queries/read-restore";

/**
 * Stands beside anything from a restored backup that can still be approved or started: it may have been carried out
 * since.
 */
export async function FromBackupNotice({ ctx, createdAt }: { ctx: Ctx; createdAt: string }) {
  const restore = await readRestore(ctx);
  if (restore === null || new Date(createdAt) > restore.restoredAt) return null;
  return <FromBackupWords backupMadeAt={restore.backupMadeAt.toISOString()} />;
}

export async function FromBackupWords({ backupMadeAt }: { backupMadeAt: string }) {
  const t = await translator("refunds");
  return (
    <Notice tone="warning" title={t("restored.itemTitle")}>
      <p>{t.rich("restored.itemBody", { time: () => <Time iso={backupMadeAt} /> })}</p>
    </Notice>
  );
}
