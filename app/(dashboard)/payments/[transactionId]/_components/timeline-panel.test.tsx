import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import type { TimelineEntry } from "@/lib/payments/payment-detail-view";
import { pageNotes } from "@/tools/gallery/notes-data";
import { TimelinePanel } from "./timeline-panel";

const event = (kind: TimelineEntry["kind"], minute: number, more: Partial<TimelineEntry> = {}) => ({
  kind,
  at: `2026-11-21T08:0${String(minute)}:00.000Z`,
  word: kind,
  cause: null,
  refundId: null,
  amount: null,
  detail: [],
  ...more,
});

function paint(timeline: TimelineEntry[]): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MessagesProvider locale="en" messages={CATALOGUES.en}>
        <TimelinePanel
          timeline={timeline}
          currency="INR"
          isEndExplained={false}
          notes={{ ...pageNotes, initial: { ...pageNotes.initial, notes: [], mayWrite: true } }}
        />
      </MessagesProvider>
    </QueryClientProvider>,
  );
}

test("the newest event comes first, below the field for a note, and a refund leads to its page", () => {
  const painted = paint([
    event("initiated", 1),
    event("succeeded", 2),
    event("refund_succeeded", 3, { refundId: "RFD1", amount: "5.00" }),
  ]);
  const places = ["<textarea", "Refund of ₹5.00 succeeded", "Paid", "Payment created"].map((words) =>
    painted.indexOf(words),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(painted).toMatch(/href="\/refunds\/RFD1"[^>]*>Refund of/);
});

test("events that only the service knows, and its fields, are folded behind one line", () => {
  const [open, folded] = paint([
    event("initiated", 1, { detail: [{ name: "gateway_status", value: "ready" }] }),
    event("other", 2, { word: "polled" }),
    event("other", 3, { word: "refund_moved", refundId: "RFD1", amount: "5.00" }),
  ]).split("<details");
  expect(open).toContain("Payment created");
  expect(open).toContain("refund_moved");
  for (const words of ["polled", "gateway_status", "ready"]) {
    expect(folded).toContain(words);
    expect(open).not.toContain(words);
  }
  expect(folded).toContain("Details from the service (2)");
});
