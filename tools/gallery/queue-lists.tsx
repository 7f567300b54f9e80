"use client";

import { WorkPanel } from "@/app/(dashboard)/_components/work-panel";
import { OwnQueue } from "@/app/(dashboard)/queues/_components/own-queue";
import { Assignee } from "@/components/queues/assignee";
import { ItemLink } from "@/components/queues/item-link";
import { LazyWorkDialog } from "@/components/queues/lazy-work-dialog";
import { QueueList } from "@/components/queues/queue-list";
import { QueueTable } from "@/components/queues/queue-table";
import { StateNote } from "@/components/queues/state-note";
import { StepNotice } from "@/components/queues/step-notice";
import { WhoAndWhy } from "@/components/queues/who-and-why";
import { WorkCondition } from "@/components/queues/work-condition";
import { WorkDialog } from "@/components/queues/work-dialog";
import type { WorkCommands } from "@/components/queues/work-list";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { WORK_CONDITIONS } from "@/lib/queues/work-kinds";
import type { AssignableView, WorkItemView } from "@/lib/queues/work-views";
import { AT, LATER, PERSON } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";
import { WORK_ITEM as ITEM } from "./work-data";

const item = (fields: Partial<WorkItemView>, n = 2): WorkItemView => ({
  ...ITEM,
  itemId: `0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c${String(n).padStart(2, "0")}`,
  ...fields,
});
const COLLEAGUE = { personId: "5a1f1f9e-33f2-4c53-8a2f-6b1d0f7a2b02", name: "Farah Khan", isViewer: false };
const SET = { stateBy: PERSON, stateAt: AT, returnsAt: LATER } as const;
const ITEMS: WorkItemView[] = [
  ...WORK_CONDITIONS.map((condition, n) =>
    item(
      {
        condition,
        ...(condition === "cancel_unknown" && { money: null }),
        ...(condition === "approval_bulk" && { why: "16" }),
        ...(condition === "request_open" && { why: "Charged twice, ticket 4398" }),
        ...(condition === "manual_refund_waiting" && { why: "UTR HDFCN26331", isForOthers: true }),
        isTest: n === 1,
      },
      n + 10,
    ),
  ),
  item(
    { assignee: { ...COLLEAGUE, isViewer: true }, state: "waiting", reason: "The bank’s reply", ...SET },
    3,
  ),
  item({ assignee: COLLEAGUE, state: "done", reason: "Called the customer", ...SET }, 4),
  item({ reason: "The bank’s reply", back: { from: "waiting", because: "changed" } }, 5),
  item({ reason: "Called the customer", back: { from: "done", because: "time" }, mayFinish: false }, 6),
];
const WHO_AND_WHY: WorkItemView[] = [
  item({ condition: "request_open", who: "Meera Iyer", why: "Charged twice, ticket 4398" }),
  item({ condition: "manual_refund_waiting", who: "Ravi Das", why: "UTR HDFCN26331" }),
  item({ condition: "approval_bulk", who: "Ravi Das", why: "16" }),
  item({ condition: "payment_stuck", who: null }),
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
          order="money"
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
      <Example component="WhoAndWhy" state="a reason, a transfer, a bulk run, nobody">
        {WHO_AND_WHY.map((item) => (
          <WhoAndWhy key={item.condition} item={item} />
        ))}
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
      <DialogExample component="LazyWorkDialog" state="fetched">
        {(close) => (
          <LazyWorkDialog
            step="wait"
            item={ITEM}
            account={null}
            people={[]}
            viewerId={VIEWER.userId}
            commands={COMMANDS}
            onClose={close}
          />
        )}
      </DialogExample>
      <Example component="StateNote" state="waiting, done, back">
        {ITEMS.slice(-4).map((one) => (
          <StateNote key={one.itemId} item={one} />
        ))}
      </Example>
      <Example
        component="WorkPanel"
        state="nobody's, one's own that waits, one of another page, and a colleague's that one may not change"
      >
        <WorkPanel
          viewerId={VIEWER.userId}
          here={ITEM.href}
          items={[
            ITEM,
            { ...ITEMS.at(-4), href: ITEM.href, itemId: "waits" } as WorkItemView,
            item({ kind: "finding", condition: "finding_open", href: "/reconciliation/findings/1" }, 90),
            item({ assignee: COLLEAGUE, mayWork: false, href: ITEM.href }, 91),
          ]}
        />
      </Example>
      <Example component="Assignee" state="the viewer, a colleague, nobody, no open item">
        {[{ ...COLLEAGUE, isViewer: true }, COLLEAGUE, null, undefined].map((assignee, n) => (
          <div key={n}>
            <Assignee assignee={assignee} />
          </div>
        ))}
      </Example>
      <Example component="StepNotice" state="every outcome">
        <div className="grid gap-3">
          <StepNotice outcome={{ kind: "changed", item: item({ assignee: COLLEAGUE }) }} />
          <StepNotice outcome={{ kind: "changed", item: item({ state: "done" }) }} />
          <StepNotice outcome={{ kind: "ended" }} />
          <StepNotice outcome={{ kind: "service_error", serviceError: { kind: "unavailable" } }} />
          <StepNotice outcome={{ kind: "forbidden" }} />
          <StepNotice outcome={{ kind: "cut_off" }} />
        </div>
      </Example>
    </>
  );
}
