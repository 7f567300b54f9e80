import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { isInstalled, MONITORING_FOLDER } from "./monitoring-rules";
import { freePorts } from "./programs.mjs";

/** The example of deploy/monitoring in a real Alertmanager, whose name in Debian is another. */
vi.setConfig({ testTimeout: 90_000 });

const program = (["alertmanager", "prometheus-alertmanager"] as const).find(isInstalled);
const orSkipped = program
  ? ""
  : " (skipped: Alertmanager is not installed; Debian has it in the package prometheus-alertmanager)";

const alertsSchema = z.array(
  z.object({
    labels: z.object({ alertname: z.string(), job: z.string().optional() }),
    receivers: z.array(z.object({ name: z.string() })),
    status: z.object({ state: z.string() }),
  }),
);

/** What an operator fills in, by the names of the empty values. */
const VALUES: Record<string, string> = {
  smtp_smarthost: "127.0.0.1:9",
  smtp_from: "paydeck@example.com",
  to: "ops@example.com",
  url: "http://127.0.0.1:9",
};

/** The example with its values, except for one of them. */
function filledIn(left: number | null): string {
  const example = readFileSync(join(MONITORING_FOLDER, "alertmanager.yml"), "utf8");
  let at = 0;
  return example.replaceAll(/\b(\w+): ""/g, (empty, key: string) =>
    at++ === left ? empty : `${key}: ${VALUES[key] ?? ""}`,
  );
}

const argumentsFor = (config: string, data: string, port: string): string[] => [
  `--config.file=${config}`,
  `--storage.path=${data}`,
  `--web.listen-address=127.0.0.1:${port}`,
  "--cluster.listen-address=",
];

/** What an Alertmanager does with alerts of these labels: their receivers, and whether they are suppressed. */
async function outcomesOf(
  labels: { alertname: string; severity?: string; job?: string }[],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-alertmanager-"));
  const [port = ""] = freePorts(1);
  // Nothing listens there. What matters is whom an alert is for.
  await writeFile(join(folder, "alertmanager.yml"), filledIn(null));
  const running = spawn(program ?? "", argumentsFor(join(folder, "alertmanager.yml"), folder, port), {
    stdio: "ignore",
  });
  const alerts = `http://127.0.0.1:${port}/api/v2/alerts`;
  const post = (): Promise<Response> =>
    fetch(alerts, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(labels.map((one) => ({ labels: one }))),
    });
  try {
    await vi.waitUntil(
      () =>
        post().then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 45_000, interval: 200 },
    );
    const known = await vi.waitUntil(
      async () => {
        const found = alertsSchema.parse(await (await fetch(alerts)).json());
        const isJudged = found.every(({ status }) => status.state !== "unprocessed");
        return found.length === labels.length && isJudged ? found : null;
      },
      { timeout: 45_000, interval: 200 },
    );
    return known
      .map(({ labels: { alertname, job = "" }, receivers, status }) =>
        [alertname, job, receivers.map(({ name }) => name).join(), status.state].join(" "),
      )
      .toSorted();
  } finally {
    running.kill("SIGTERM");
    if (running.exitCode === null) await once(running, "exit");
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

test.skipIf(!program)(`Alertmanager refuses the example while one of its values is empty${orSkipped}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "paydeck-alertmanager-"));
  const config = join(folder, "alertmanager.yml");
  for (let left = 0; left < 5; left += 1) {
    writeFileSync(config, filledIn(left));
    const { status, stderr } = spawnSync(program ?? "", argumentsFor(config, folder, "0"), {
      encoding: "utf8",
      timeout: 45_000,
    });
    expect([left, status, stderr]).toEqual([left, 1, expect.stringContaining("configuration file failed")]);
  }
  rmSync(folder, { recursive: true });
});

test.skipIf(!program)(
  `an alert reaches the receiver of its severity, also one without a severity${orSkipped}`,
  async () => {
    const outcomes = await outcomesOf([
      { alertname: "PaydeckProcessDown", severity: "critical" },
      { alertname: "PaydeckBackupFailed", severity: "warning" },
      { alertname: "PaydeckWatchdog", severity: "none" },
      { alertname: "OfSomebodyElse" },
    ]);
    expect(outcomes).toEqual([
      "OfSomebodyElse  critical active",
      "PaydeckBackupFailed  warning active",
      "PaydeckProcessDown  critical active",
      "PaydeckWatchdog  watchdog active",
    ]);
  },
);

test.skipIf(!program)(
  `while a database is down, what follows from it wakes nobody, and all else does${orSkipped}`,
  async () => {
    const severity = "critical";
    const outcomes = await outcomesOf([
      { alertname: "PaydeckDatabaseUnreachable", severity, job: "paydeck-service" },
      { alertname: "PaydeckErrorRateHigh", severity, job: "paydeck-service" },
      { alertname: "PaydeckErrorRateHigh", severity, job: "paydeck-dashboard" },
      { alertname: "PaydeckServiceCallsFail", severity },
      { alertname: "PaydeckBackupOld", severity },
    ]);
    expect(outcomes).toEqual([
      "PaydeckBackupOld  critical active",
      "PaydeckDatabaseUnreachable paydeck-service critical active",
      "PaydeckErrorRateHigh paydeck-dashboard critical active",
      "PaydeckErrorRateHigh paydeck-service critical suppressed",
      "PaydeckServiceCallsFail  critical suppressed",
    ]);
  },
);
