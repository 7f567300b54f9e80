"use client";

import { useTranslations } from "use-intl/react";
import { Line } from "@/components/ui/text";
import type { WorkItemView } from "@/lib/queues/work-views";
import { hasStateNote, StateNote } from "./state-note";

/** Whose work an item comes from and what they said; of one that waits, is done or came back: why. */
export function WhoAndWhy({ item }: { item: WorkItemView }) {
  if (hasStateNote(item)) return <StateNote item={item} />;
  const { who } = item;
  return (
    <span className="block truncate">
      {who !== null && (
        <>
          <b className="font-semibold">
            <Line text={who} />
          </b>{" "}
        </>
      )}
      <span className="text-ink-muted">
        <Why item={item} />
      </span>
    </span>
  );
}

function Why({ item: { condition, why } }: { item: WorkItemView }) {
  const t = useTranslations("queues.why");
  if (condition === "approval_bulk") return t("approval_bulk", { n: Number(why) });
  if (why === null) return t(condition);
  if (condition === "manual_refund_waiting") return t.rich("transfer", { number: () => <Line text={why} /> });
  return <Line text={why} />;
}
