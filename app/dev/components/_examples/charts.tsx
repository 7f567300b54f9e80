import { OverTimeChart } from "@/app/(dashboard)/overview/_components/over-time-chart";
import { RateTable } from "@/app/(dashboard)/overview/_components/rate-table";
import { Panel } from "@/components/ui/panel";
import type { OverviewStep } from "@/lib/overview/overview-views";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { Example } from "./example";

const DAYS = ["19", "20", "21", "22", "23", "24", "25"] as const;
const startOf = (day: number): string => `2026-11-${String(day)}T00:00:00.000Z`;
const steps: OverviewStep[] = DAYS.map((day, index) => ({
  from: startOf(Number(day)),
  until: startOf(Number(day) + 1),
  counts: {
    SUCCESS: 80 + ((index * 37) % 50),
    INITIATED: index === 6 ? 9 : 0,
    CANCELLED: 2 + (index % 3),
    DROP: 6 + ((index * 5) % 7),
    FAILURE: 10 + ((index * 11) % 13),
  },
}));
const NONE = { SUCCESS: 0, INITIATED: 0, CANCELLED: 0, DROP: 0, FAILURE: 0 };
const counts = steps.reduce(
  (sum, step) => ({
    SUCCESS: sum.SUCCESS + step.counts.SUCCESS,
    INITIATED: sum.INITIATED + step.counts.INITIATED,
    CANCELLED: sum.CANCELLED + step.counts.CANCELLED,
    DROP: sum.DROP + step.counts.DROP,
    FAILURE: sum.FAILURE + step.counts.FAILURE,
  }),
  NONE,
);
const span: OverviewSpan = {
  range: "7d",
  bucket: "day",
  from: new Date(startOf(19)),
  until: new Date(startOf(26)),
  starts: steps.map(({ from }) => new Date(from)),
};
const PARTS = [
  { name: "stripe", paid: 412, ended: 470, rate: 0.8766 },
  { name: "razorpay", paid: 260, ended: 344, rate: 0.7558 },
  { name: null, paid: 0, ended: 12, rate: 0 },
];

/** The charts of the overview, drawn on the server. */
export function ChartExamples() {
  return (
    <>
      <Example component="OverTimeChart" state="a week, compared with the week before">
        <Panel title="2026-11">
          <OverTimeChart
            steps={steps}
            totals={{ counts, rate: 0.82, paid: [] }}
            sumsBefore={steps.map((_, index) => 90 + index * 6)}
            bucket="day"
            zone="Asia/Kolkata"
          />
        </Panel>
      </Example>
      <Example component="OverTimeChart" state="no payments">
        <OverTimeChart
          steps={steps.map((step) => ({ ...step, counts: NONE }))}
          totals={{ counts: NONE, rate: null, paid: [] }}
          sumsBefore={null}
          bucket="day"
          zone="Asia/Kolkata"
        />
      </Example>
      <Example component="RateTable" state="by gateway, and without data">
        <div className="space-y-3">
          <RateTable by="gateway" parts={PARTS} span={span} />
          <RateTable by="method" parts={[]} span={span} />
        </div>
      </Example>
    </>
  );
}
