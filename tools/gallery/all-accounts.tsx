import {
  AccountPanel,
  AccountPanelSkeleton,
  UnreadablePanel,
} from "@/app/(accounts)/all-accounts/_components/account-panel";
import { ApprovalsOfAll } from "@/app/(accounts)/all-accounts/_components/approvals-of-all";
import { ChosenOfAll } from "@/app/(accounts)/all-accounts/_components/chosen-of-all";
import { AccountsBar } from "@/app/(accounts)/all-accounts/_components/frame";
import { EmptyQueueOfAll, QueueFrame } from "@/app/(accounts)/all-accounts/_components/queue-frame";
import { ReadingNote } from "@/app/(accounts)/all-accounts/_components/reading-note";
import { LinesOfAll } from "@/app/(accounts)/all-accounts/_components/lines-of-all";
import { SearchAll } from "@/app/(accounts)/all-accounts/_components/search-all";
import { WorkOfAll } from "@/app/(accounts)/all-accounts/_components/work-of-all";
import type { AccountChoice } from "@/lib/accounts/account-views";
import type { AccountFigures, ApprovalEntry } from "@/lib/all-accounts/views";
import type { WorkItemView } from "@/lib/queues/work-views";
import { AT, LATER, PERSON, REFERENCE } from "./data";
import { Example } from "./example";
import { listedPayment } from "./tables-data";
import { WORK_ITEM } from "./work-data";

const MAIN: AccountChoice = { slug: null, name: "Main account", colour: "gray" };
const SHOP: AccountChoice = {
  slug: "shop-eu",
  name: "Shop Europe with a name that is longer than the others",
  colour: "green",
};
const PERIOD = { from: AT, until: LATER, range: "7d" };
const read = <T,>(value: T) => ({ kind: "read", value }) as const;

const BUSY: AccountFigures = {
  paid: read([
    { currency: "INR", amount: "123456789.50" },
    { currency: "USD", amount: "4200.00" },
  ]),
  rate: read(0.874),
  openRefunds: read(12),
  unknownOutcomes: read(3),
  stuck: read({ count: 100, atLeast: true }),
  approvals: read(4),
  requests: read(0),
};
const EMPTY: AccountFigures = {
  paid: read([]),
  rate: read(null),
  openRefunds: read(0),
  unknownOutcomes: read(0),
  stuck: read({ count: 0, atLeast: false }),
  approvals: { kind: "forbidden" },
  requests: { kind: "forbidden" },
};
const GAPS: AccountFigures = {
  paid: { kind: "late" },
  rate: { kind: "late" },
  openRefunds: { kind: "failed" },
  unknownOutcomes: { kind: "failed" },
  stuck: { kind: "not_offered" },
  approvals: { kind: "forbidden" },
  requests: { kind: "forbidden" },
};

const ENTRY: ApprovalEntry = {
  id: "1",
  reference: REFERENCE,
  rows: 1,
  money: [{ currency: "INR", amount: "149900.00" }],
  isTest: false,
  since: AT,
  href: "/approvals/1",
};
const WORK: WorkItemView = {
  ...WORK_ITEM,
  kind: "payment",
  team: "ops",
  condition: "payment_stuck",
  href: "/payments/1",
  mark: "stuck",
  assignee: { personId: "1", name: PERSON, isViewer: false },
};
const BULK: ApprovalEntry = {
  ...ENTRY,
  id: "2",
  reference: null,
  rows: 48,
  money: [
    { currency: "INR", amount: "48000.00" },
    { currency: "USD", amount: "95.00" },
  ],
  isTest: true,
  since: LATER,
};

const CONTACT = "asha@example.com";
const LONG = "ORDER-".repeat(30);
const LINES = [REFERENCE, CONTACT, LONG, "|", "ORDER-2"];

/** The pages over all accounts of a person. */
export function AllAccountsExamples() {
  return (
    <>
      <Example component="AccountsBar" state="two accounts">
        <AccountsBar accounts={[MAIN, SHOP]} />
      </Example>
      <Example component="AccountPanel" state="much, nothing yet, and no answer">
        <div className="grid grid-cols-1 gap-3">
          <AccountPanel account={MAIN} figures={BUSY} period={PERIOD} />
          <AccountPanel account={SHOP} figures={EMPTY} period={PERIOD} />
          <AccountPanel account={SHOP} figures={GAPS} period={PERIOD} />
        </div>
      </Example>
      <Example component="AccountPanelSkeleton" state="still being asked">
        <AccountPanelSkeleton account={SHOP} />
      </Example>
      <Example component="UnreadablePanel" state="its key does not open">
        <UnreadablePanel account={SHOP} />
      </Example>
      <Example component="SearchAll" state="empty">
        <SearchAll max={50} given="" viewerId="" />
      </Example>
      <Example component="ChosenOfAll" state="payments of two accounts, with another role in each">
        <ChosenOfAll
          personId=""
          chosen={[
            { account: MAIN, role: "finance", payments: [listedPayment] },
            { account: SHOP, role: "support", payments: [listedPayment] },
          ]}
        />
      </Example>
      <Example component="LinesOfAll" state="every result, and accounts without one">
        <LinesOfAll
          personId=""
          lines={LINES}
          parts={[
            {
              account: MAIN,
              role: "finance",
              reading: read([
                { line: REFERENCE, kind: "found", payments: [listedPayment], isMore: false },
                { line: CONTACT, kind: "found", payments: [listedPayment], isMore: false },
                { line: LONG, kind: "not_found" },
                { line: "|", kind: "invalid" },
                { line: "ORDER-2", kind: "late" },
              ]),
            },
            {
              account: SHOP,
              role: "support",
              reading: read([
                { line: REFERENCE, kind: "not_found" },
                {
                  line: CONTACT,
                  kind: "found",
                  payments: [
                    listedPayment,
                    { ...listedPayment, transactionId: `${listedPayment.transactionId}9`, isTest: true },
                  ],
                  isMore: true,
                },
                { line: LONG, kind: "not_found" },
                { line: "|", kind: "invalid" },
                { line: "ORDER-2", kind: "not_found" },
              ]),
            },
            {
              account: { ...SHOP, slug: "a", name: "Airport", colour: "blue" },
              role: "ops",
              reading: { kind: "forbidden" },
            },
            {
              account: { ...SHOP, slug: "b", name: "Bakery", colour: "amber" },
              role: "ops",
              reading: { kind: "late" },
            },
            {
              account: { ...SHOP, slug: "c", name: "Cinema", colour: "red" },
              role: null,
              reading: { kind: "unreadable" },
            },
          ]}
        />
      </Example>
      <Example component="LinesOfAll" state="one account has answered">
        <LinesOfAll
          personId=""
          lines={[REFERENCE]}
          parts={[
            {
              account: MAIN,
              role: "finance",
              reading: read([{ line: REFERENCE, kind: "found", payments: [listedPayment], isMore: false }]),
            },
            { account: SHOP, role: "finance", reading: null },
          ]}
        />
      </Example>
      <Example component="ApprovalsOfAll" state="two accounts, one with more">
        <ApprovalsOfAll
          parts={[
            { account: MAIN, reading: read({ entries: [BULK], hasMore: false, gap: null }) },
            { account: SHOP, reading: read({ entries: [ENTRY], hasMore: true, gap: null }) },
          ]}
        />
      </Example>
      <Example
        component="WorkOfAll, QueueFrame"
        state="stuck payments of one could not be read, another has more"
      >
        <QueueFrame
          list="/queues?team=ops"
          parts={[
            { account: MAIN, reading: read({ hasMore: true, gap: null }) },
            { account: SHOP, reading: read({ hasMore: false, gap: "failed" }) },
          ]}
        >
          <WorkOfAll
            viewerId=""
            lists={[MAIN, SHOP].map((account) => ({
              account,
              items: [WORK],
              isLastPage: true,
              isWhole: true,
              people: [],
            }))}
          >
            {null}
          </WorkOfAll>
        </QueueFrame>
      </Example>
      <Example component="EmptyQueueOfAll" state="nothing is waiting">
        <EmptyQueueOfAll readings={[read({ hasMore: false, gap: null })]} state="waiting" />
      </Example>
      <Example component="ReadingNote" state="each gap">
        <div className="grid gap-1">
          {(["forbidden", "not_offered", "failed", "late"] as const).map((gap) => (
            <ReadingNote key={gap} gap={gap} />
          ))}
        </div>
      </Example>
    </>
  );
}
