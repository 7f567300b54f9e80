import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MessagesProvider } from "@/components/i18n/messages-provider";
import { CATALOGUES } from "@/lib/messages";
import type { RunView } from "@/lib/reconciliation/views";
import { RunFacts } from "./run-facts";

const RUN: RunView = {
  run_id: "1",
  source: "request",
  from: "2026-11-21",
  until: "2026-11-21",
  gateway: null,
  repairs: false,
  requested_by: null,
  state: "done",
  requested_at: "2026-11-21T09:00:00.000Z",
  started_at: null,
  finished_at: null,
  failure: null,
  planned: 0,
  visited: { payments: 0, refunds: 0, reversals: 0, findings: 0 },
  compared: 0,
  matched: 0,
  not_compared: [],
  repaired: 0,
  settled: 0,
  gone: 0,
  left: 0,
  at_stake: [],
};

function shown(fields: Partial<RunView>): string {
  return renderToStaticMarkup(
    <MessagesProvider locale="en" messages={CATALOGUES.en}>
      <RunFacts run={{ ...RUN, ...fields }} />
    </MessagesProvider>,
  );
}

test("a comparison that a program requested without a name is not shown as the daily one", () => {
  expect(shown({ source: "daily" })).toContain("Daily");
  expect(shown({ source: "request" })).not.toContain("Daily");
});

test("a comparison in progress says how many records were compared, of how many; one that has ended has no bar", () => {
  const visited = { payments: 2, refunds: 1, reversals: 0, findings: 0 };
  const going = shown({ state: "running", planned: 100, visited });
  expect(going).toMatch(/role="progressbar"[^>]*aria-valuemax="100"[^>]*aria-valuenow="3"/);
  expect(going).toContain("3 of 100 records compared");
  expect(shown({ state: "done", planned: 100, visited })).not.toContain("progressbar");
});
