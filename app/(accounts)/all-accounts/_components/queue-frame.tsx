import type { ReactNode } from "react";
import { translator } from "@/components/i18n/server";
import { AccountMark } from "@/components/accounts/account-mark";
import { EmptyState } from "@/components/ui/empty-state";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { withAccount } from "@/lib/accounts/address";
import type { QueueExtent, Reading } from "@/lib/all-accounts/views";
import type { WorkState } from "@/lib/queues/work-views";
import { emptyQueueOf } from "./empty-queue";
import { ReadingNote } from "./reading-note";

type QueueFrameProps = {
  parts: readonly { account: AccountChoice; reading: Reading<QueueExtent> }[];
  /** Where each account's own list is, without its prefix. */
  list: string;
  children: ReactNode;
};

/** Around one list of several accounts: above it the accounts that are not in it, and why; below it those with more. */
export async function QueueFrame({ parts, list, children }: QueueFrameProps) {
  const t = await translator("allAccounts");
  const gaps = parts.flatMap(({ account, reading }) => {
    const gap = reading.kind === "read" ? reading.value.gap : reading.kind;
    return gap === null ? [] : [{ account, gap, isPartly: reading.kind === "read" }];
  });
  return (
    <div className="space-y-4">
      {gaps.map(({ account, gap, isPartly }) => (
        <p key={account.slug ?? ""} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <AccountMark name={account.name} colour={account.colour} />
          {isPartly && <span className="text-sm">{t("queues.partly")}</span>}
          <ReadingNote gap={gap} />
        </p>
      ))}
      {children}
      {parts.map(
        ({ account, reading }) =>
          reading.kind === "read" &&
          reading.value.hasMore && (
            <p key={account.slug ?? ""} className="text-sm">
              <a
                href={withAccount(account.slug, list)}
                className="touch-target text-accent underline underline-offset-2"
              >
                {t("queues.more", { name: account.name })}
              </a>
            </p>
          ),
      )}
    </div>
  );
}

type EmptyQueueOfAllProps = {
  readings: readonly Reading<QueueExtent>[];
  /** The state of the items, if they have one. */
  state?: WorkState;
};

/** Instead of a list without items. */
export async function EmptyQueueOfAll({ readings, state = "open" }: EmptyQueueOfAllProps) {
  const [t, ofState] = await Promise.all([translator("allAccounts"), translator("queues")]);
  const empty = emptyQueueOf(readings);
  if (empty === null) return null;
  if (empty === "none" && state !== "open")
    return <EmptyState title={ofState(`empty.${state}Title`)}>{ofState(`empty.${state}Body`)}</EmptyState>;
  return (
    <EmptyState title={t(`queues.${empty}`)}>
      {t(empty === "noneYet" ? "queues.noneYetBody" : "queues.noneBody")}
    </EmptyState>
  );
}
