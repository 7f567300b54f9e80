import { translator } from "@/components/i18n/server";
import { StatusLink } from "@/components/states/status-link";
import { Kbd } from "@/components/ui/kbd";
import { Notice } from "@/components/ui/notice";
import { displayAmount } from "@/lib/money";
import type { WorkGap, WorkQueueView } from "@/lib/queues/work-views";

/** What of the payment service is missing from the list. */
export async function GapNotice({ gap: { kind, of } }: { gap: WorkGap }) {
  const t = await translator("queues");
  return (
    <div className="mb-3">
      {kind === "not_offered" ? (
        <Notice tone="info" title={t("gap.notOffered", { kind: of })}>
          <p>{t("gap.notOfferedBody")}</p>
        </Notice>
      ) : (
        <Notice tone="warning" title={t("gap.serviceError", { kind: of })} actions={<StatusLink />}>
          <p>{t("gap.serviceErrorBody")}</p>
        </Notice>
      )}
    </div>
  );
}

/** The money of items that are out of sight, so that "done" hides nothing at risk. */
export async function HiddenNote({ hidden }: { hidden: WorkQueueView["hidden"] }) {
  if (hidden.length === 0) return null;
  const t = await translator("queues");
  return (
    <ul className="mt-3 text-sm text-ink-muted tabular-nums">
      {hidden.map(({ currency, count, amount }) => (
        <li key={currency}>{t("hidden.note", { n: count, amount: displayAmount(amount, currency) })}</li>
      ))}
    </ul>
  );
}

/** The keys that act on the items. */
export async function KeysNote() {
  const t = await translator("queues");
  return (
    <p className="mt-3 hidden text-xs text-ink-muted lg:block pointer-coarse:hidden">
      {t.rich("keys", {
        j: () => <Kbd>j</Kbd>,
        k: () => <Kbd>k</Kbd>,
        a: () => <Kbd>a</Kbd>,
        w: () => <Kbd>w</Kbd>,
        e: () => <Kbd>e</Kbd>,
      })}
    </p>
  );
}
