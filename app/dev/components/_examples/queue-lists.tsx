"use client";

import { WorkPanel } from "@/app/(dashboard)/_components/work-panel";
import { OwnQueue } from "@/app/(dashboard)/queues/_components/own-queue";
import { ItemLink } from "@/components/queues/item-link";
import { QueueList } from "@/components/queues/queue-list";
import { QueueTable } from "@/components/queues/queue-table";
import { StepNotice } from "@/components/queues/step-notice";
import { WorkCondition } from "@/components/queues/work-condition";
import { WorkDialog } from "@/components/queues/work-dialog";
import type { WorkCommands } from "@/components/queues/work-list";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { WORK_CONDITIONS } from "@/lib/queues/work-kinds";
import type { AssignableView, WorkItemView } from "@/lib/queues/work-views";
import { AT, LATER, PERSON, REFERENCE, TRANSACTION_ID } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";

const ITEM: WorkItemView = {
  kind: "refund",
  itemId: "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c01",
  team: "finance",
  condition: "refund_unknown",
  since: AT,
  reference: REFERENCE,
  transactionId: TRANSACTION_ID,
  money: { amount: "149900.00", currency: "INR" },
  isTest: false,
  href: "/refunds/requests/0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c01",
  version: 1,
  mark: "unknown",
  assignee: null,
  state: "open",
  reason: null,
  stateBy: null,
  stateAt: null,
  returnsAt: null,
  back: null,
  mayWork: true,
  mayFinish: true,
};
const item = (fields: Partial<WorkItemView>, n = 2): WorkItemView => ({
  ...ITEM,
  itemId: `0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c${String(n).padStart(2, "0")}`,
  ...fields,
});
const COLLEAGUE = { personId: "5a1f1f9e-33f2-4c53-8a2f-6b1d0f7a2b02", name: "Farah Khan", isViewer: false };
const SET = { stateBy: PERSON, stateAt: AT, returnsAt: LATER } as const;
const ITEMS: WorkItemView[] = [
  ...WORK_CONDITIONS.map((condition, n) =>
    item({ condition, ...(condition === "cancel_unknown" && { money: null }), isTest: n === 1 }, n + 10),
  ),
  item(
    { assignee: { ...COLLEAGUE, isViewer: true }, state: "waiting", reason: "The bank’s reply", ...SET },
    3,
  ),
  item({ assignee: COLLEAGUE, state: "done", reason: "Called the customer", ...SET }, 4),
  item({ reason: "The bank’s reply", back: { from: "waiting", because: "changed" } }, 5),
  item({ reason: "Called the customer", back: { from: "done", because: "time" }, mayFinish: false }, 6),
];
const VIEWER = { userId: "5a1f1f9e-33f2-4c53-8a2f-6b1d0f7a2b01", role: "finance" } as const;
const PEOPLE: AssignableView[] = [
  { personId: VIEWER.userId, name: PERSON, role: "finance" },
  { personId: COLLEAGUE.personId, name: COLLEAGUE.name, role: "admin" },
];

const MAIN: AccountChoice = { slug: null, name: "Main account", colour: "gray" };
const ACCOUNTS: AccountChoice[] = [
  MAIN,
  { slug: "shop-eu", name: "Shop Europe with a name that is longer than the others", colour: "green" },
];
const forbidden = () => Promise.resolve({ kind: "forbidden" } as const);
const COMMANDS: WorkCommands = { assign: forbidden, wait: forbidden, finish: forbidden, reopen: forbidden };

/** A queue, its dialogs and their outcomes. */
export function QueueListExamples() {
  return (
    <>
      <Example component="QueueList" state="every condition and state">
        <OwnQueue
          lists={[{ account: null, items: ITEMS, isLastPage: true, isWhole: true, people: PEOPLE }]}
          viewerId={VIEWER.userId}
        >
          {null}
        </OwnQueue>
      </Example>
      <Example component="QueueList" state="of two accounts">
        <QueueList
          lists={ACCOUNTS.map((account, n) => ({
            account,
            items: [item({}, n + 40), ...ITEMS.slice(-4 + 2 * n, n === 0 ? -2 : undefined)],
            isLastPage: true,
            isWhole: true,
            people: PEOPLE,
          }))}
          viewerId={VIEWER.userId}
          commandsOf={() => COMMANDS}
        >
          {null}
        </QueueList>
      </Example>
      <Example component="QueueTable" state="one item of an account">
        <QueueTable
          items={[{ ...item({ state: "waiting", reason: "The bank’s reply", ...SET }, 50), account: MAIN }]}
          onStep={() => undefined}
        />
      </Example>
      <Example component="ItemLink, WorkCondition" state="each condition">
        <div className="grid justify-items-start gap-1">
          <ItemLink item={{ ...ITEM, account: MAIN }} className="text-accent underline" />
          {WORK_CONDITIONS.map((condition) => (
            <WorkCondition key={condition} condition={condition} />
          ))}
        </div>
      </Example>
      {(["assign", "wait", "done"] as const).map((step) => (
        <DialogExample key={step} component="WorkDialog" state={step}>
          {(close) => (
            <WorkDialog
              step={step}
              item={ITEM}
              account={step === "wait" ? (ACCOUNTS[1] ?? null) : null}
              people={PEOPLE}
              viewerId={VIEWER.userId}
              commands={COMMANDS}
              onClose={close}
            />
          )}
        </DialogExample>
      ))}
      <Example
        component="WorkPanel"
        state="nobody's, one's own that waits, and a colleague's that one may not change"
      >
        <div className="grid max-w-md gap-3">
          <WorkPanel item={ITEM} viewerId={VIEWER.userId} />
          <WorkPanel
            item={item({
              assignee: { ...COLLEAGUE, isViewer: true },
              state: "waiting",
              reason: "The bank’s reply",
              ...SET,
            })}
            viewerId={VIEWER.userId}
          />
          <WorkPanel item={item({ assignee: COLLEAGUE, mayWork: false })} viewerId={VIEWER.userId} />
        </div>
      </Example>
      <Example component="StepNotice" state="every outcome">
        <div className="grid gap-3">
          <StepNotice outcome={{ kind: "changed", item: item({ assignee: COLLEAGUE }) }} />
          <StepNotice outcome={{ kind: "changed", item: item({ state: "done" }) }} />
          <StepNotice outcome={{ kind: "ended" }} />
          <StepNotice outcome={{ kind: "trouble", trouble: { kind: "unavailable" } }} />
          <StepNotice outcome={{ kind: "forbidden" }} />
          <StepNotice outcome={{ kind: "cut_off" }} />
        </div>
      </Example>
    </>
  );
}
