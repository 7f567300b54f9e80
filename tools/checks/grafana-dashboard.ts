import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { MONITORING_FOLDER } from "./monitoring-rules";

const panelSchema = z.object({
  title: z.string().min(1),
  targets: z.array(z.object({ expr: z.string().min(1) })).optional(),
});
const dashboardSchema = z.object({
  annotations: z.object({ list: z.array(z.object({ name: z.string(), expr: z.string() })) }),
  panels: z.array(panelSchema),
});

type PanelQuery = { panel: string; expression: string };

/** Every query of the dashboard, with Grafana's variable for the interval replaced by a time. */
export function readDashboardQueries(): PanelQuery[] {
  const text = readFileSync(join(MONITORING_FOLDER, "grafana-dashboard.json"), "utf8");
  const { annotations, panels } = dashboardSchema.parse(JSON.parse(text));
  const written = [
    ...annotations.list.map(({ name, expr }) => ({ panel: name, expression: expr })),
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ panel: title, expression: expr })),
    ),
  ];
  return written.map(({ panel, expression }) => ({
    panel,
    expression: expression.replaceAll("$__rate_interval", "5m"),
  }));
}
