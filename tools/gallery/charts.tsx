import { OverTimeChart } from "@/app/(dashboard)/overview/_components/over-time-chart";
import { RateTable } from "@/app/(dashboard)/overview/_components/rate-table";
import { Bar } from "@/components/ui/bar";
import { Panel } from "@/components/ui/panel";
import { counts, PARTS, span, steps } from "./chart-data";
import { Example } from "./example";

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
      <Example component="Bar" state="a third, and nothing">
        <div className="max-w-xs space-y-2">
          <Bar value={1} max={3} fill="fill-accent-solid" />
          <Bar value={0} max={3} fill="fill-accent-solid" />
        </div>
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
