import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { MONITORING_FOLDER } from "./monitoring-rules";
import { freePorts } from "./programs.mjs";

const START_LIMIT_MS = 60_000;

const responseSchema = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z.object({ result: z.array(z.unknown()) }).optional(),
});
const rulesSchema = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ name: z.string(), health: z.string(), lastError: z.string().optional() })),
      }),
    ),
  }),
});

export type RealPrometheus = {
  /** The error of a query, if there is one, and the number of its series. */
  query(expression: string): Promise<{ error: string | null; series: number }>;
  rules(): Promise<{ name: string; health: string; lastError?: string | undefined }[]>;
  stop(): Promise<void>;
};

/** A Prometheus with our rules that has scraped these targets, by the names of their jobs. */
export async function startPrometheus(targets: Record<string, string>): Promise<RealPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-prometheus-"));
  const [port = ""] = freePorts(1);
  const config = {
    global: { scrape_interval: "2s", scrape_timeout: "2s", evaluation_interval: "2s" },
    rule_files: [join(MONITORING_FOLDER, "alerts.yml")],
    scrape_configs: Object.entries(targets).map(([job, url]) => ({
      job_name: job,
      static_configs: [{ targets: [new URL(url).host] }],
    })),
  };
  // JSON is YAML too.
  await writeFile(join(folder, "prometheus.yml"), JSON.stringify(config));
  const program = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  program.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));

  const get = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json();
  const prometheus: RealPrometheus = {
    async query(expression) {
      const response = responseSchema.parse(await get(`query?query=${encodeURIComponent(expression)}`));
      return {
        error: response.status === "success" ? null : (response.error ?? response.status),
        series: response.data?.result.length ?? 0,
      };
    },
    async rules() {
      return rulesSchema.parse(await get("rules")).data.groups.flatMap(({ rules }) => rules);
    },
    async stop() {
      if (program.exitCode === null) {
        program.kill("SIGTERM");
        await once(program, "exit");
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  const wanted = Object.keys(targets).length;
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await sleep(500)) {
    const isEnded = program.exitCode !== null;
    const { series } = await prometheus.query("up == 1").catch(() => ({ series: 0 }));
    if (series === wanted) return prometheus;
    if (isEnded) break;
  }
  await prometheus.stop();
  throw new Error(`Prometheus did not scrape ${wanted} targets:\n${log.slice(-2_000)}`);
}
