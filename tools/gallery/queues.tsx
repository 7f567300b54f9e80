import { EndedList } from "@/app/(dashboard)/queues/_components/ended-list";
import { QueueFilters } from "@/components/queues/queue-filters";
import { GapNotice, HiddenNote, KeysNote } from "@/app/(dashboard)/queues/_components/queue-notes";
import type { EndedWorkView } from "@/lib/queues/work-views";
import { AT, REFERENCE } from "./data";
import { Example } from "./example";
import { QueueListExamples } from "./queue-lists";

const ENDED: EndedWorkView[] = (["refunded", "request_declined", "cancel_resolved", "gone"] as const).map(
  (outcome, n) => ({
    kind: "refund",
    itemId: String(n),
    reference: REFERENCE,
    money: outcome === "cancel_resolved" ? null : { amount: "1499.00", currency: "INR" },
    isTest: n === 1,
    href: "/refunds",
    outcome,
    at: AT,
  }),
);

/** The page of the queues. */
export function QueueExamples() {
  return (
    <>
      <Example component="QueueFilters" state="of a team, and of the viewer">
        <QueueFilters
          state="open"
          owner="unassigned"
          counts={{ open: 12, waiting: 3, done: 0 }}
          hrefOf={({ state, owner }) => `/queues?state=${state}&owner=${owner}`}
        />
        <QueueFilters
          state="waiting"
          owner={null}
          counts={{ open: 0, waiting: 3, done: 1 }}
          hrefOf={({ state }) => `/queues?state=${state}`}
        />
      </Example>
      <Example component="GapNotice" state="not offered, no response">
        <GapNotice gap={{ kind: "not_offered", of: "payment" }} />
        <GapNotice gap={{ kind: "service_error", of: "payment" }} />
      </Example>
      <Example component="HiddenNote" state="two currencies">
        <HiddenNote
          hidden={[
            { currency: "INR", count: 3, amount: "149900.00" },
            { currency: "USD", count: 1, amount: "20.00" },
          ]}
        />
      </Example>
      <Example component="KeysNote" state="wide window with a mouse">
        <KeysNote />
      </Example>
      <Example component="EndedList" state="resolved items">
        <EndedList items={ENDED} />
      </Example>
      <QueueListExamples />
    </>
  );
}
