import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createPaydeckClient } from "@/lib/client";
import { readDashboardQueries } from "./grafana-dashboard";
import { documentedMetrics } from "./metrics-table";
import { isInstalled, readRuleExpressions } from "./monitoring-rules";
import { startPrometheus, type RealPrometheus } from "./prometheus";
import { groupingLabelsIn, readMetricsPage, type Scraped, selectorsIn } from "./promql";
import { type RunningPaydeck, startPaydeck } from "../testing/running-paydeck";

/** The rules and the dashboard of deploy/monitoring against what the running systems really report. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const hasPrometheus = isInstalled("prometheus");
const orSkipped = hasPrometheus
  ? ""
  : " (skipped: Prometheus is not installed; Debian has it in the package prometheus)";

let paydeck: RunningPaydeck;
let backups: string;
let service: Scraped;
let dashboard: Scraped;
let prometheus: RealPrometheus | null = null;

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), "paydeck-backups-"));
  paydeck = await startPaydeck({
    BACKUP_FOLDER: backups,
    BACKUP_TIME: "00:00",
    SIMULATOR_REFUND_MS: "100",
  });
  await use(paydeck);
  await vi.waitUntil(
    async () => (await pageOf(paydeck.routingUrl)).includes('operation="refund",outcome="PENDING"'),
    { timeout: 30_000, interval: 500 },
  );
  // `npm start` makes a scheduled backup that is due, and restores it on trial.
  await vi.waitUntil(async () => (await pageOf(paydeck.routingUrl)).includes("paydeck_backup_failed 0"), {
    timeout: 120_000,
    interval: 1_000,
  });
  service = readMetricsPage(await pageOf(paydeck.routingUrl));
  dashboard = readMetricsPage(await pageOf(paydeck.dashboardUrl));
  if (hasPrometheus) {
    prometheus = await startPrometheus({
      "paydeck-service": paydeck.routingUrl,
      "paydeck-dashboard": paydeck.dashboardUrl,
    });
  }
});
afterAll(async () => {
  await prometheus?.stop();
  await paydeck.stop();
  await rm(backups, { recursive: true, force: true });
});

const pageOf = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();

/** Some of what people and shops do, so that counters have series: payments, a refund, sign-ins and a page. */
async function use({
  apiKey,
  apiSalt: salt,
  dashboardUrl,
  routingUrl,
  password,
}: RunningPaydeck): Promise<void> {
  const shop = createPaydeckClient({ baseUrl: routingUrl, apiKey, salt, timeoutMs: 15_000 });
  const ids: string[] = [];
  for (const outcome of ["success", "failure"]) {
    const created = await shop.initiatePayment(
      {
        merchant_transaction_id: `ORDER-${outcome}`,
        transaction_amount: "100.00",
        currency: "INR",
        surl: "https://shop.example/paid",
        furl: "https://shop.example/failed",
        customer_details: { customer_email: "canary@example.com", customer_phone: "919876543210" },
      },
      { idempotencyKey: outcome },
    );
    if (created.kind !== "answered" || created.value.payment_link === undefined) {
      throw new Error(`no payment was created: ${JSON.stringify(created)}`);
    }
    ids.push(created.value.transaction_id ?? "");
    await fetch(created.value.payment_link, {
      method: "POST",
      body: new URLSearchParams({ outcome }),
      redirect: "manual",
    });
  }
  await shop.initiateRefund(
    { transaction_id: ids[0] ?? "", refund_amount: "1.00" },
    { idempotencyKey: "refund" },
  );
  await signIn(dashboardUrl, "wrong");
  const cookie = await signIn(dashboardUrl, password);
  await fetch(`${dashboardUrl}/payments`, { headers: { cookie } });
}

/** Returns the cookies of the session. */
async function signIn(dashboardUrl: string, password: string): Promise<string> {
  const cookiesOf = (reply: Response): string =>
    reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");
  const csrf = await fetch(`${dashboardUrl}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const reply = await fetch(`${dashboardUrl}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { origin: dashboardUrl, cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, email: "admin@example.com", password, json: "true" }),
    redirect: "manual",
  });
  return cookiesOf(reply);
}

/** Of Prometheus itself. */
const OF_PROMETHEUS: Record<string, string[]> = {
  up: ["job", "instance"],
  ALERTS: ["alertname", "alertstate", "severity"],
};
const ADDED = ["job", "instance", "le"];
/** Gauges with a series only for what there is. */
const SPARSE = [
  "paydeck_jobs_waiting",
  "paydeck_job_lag_seconds",
  "paydeck_refunds_open",
  "paydeck_replica_lag_seconds",
  "paydeck_certificate_end_timestamp_seconds",
];

const documented = ["Metrics of both systems", "Metrics of the service", "Metrics of the dashboard"]
  .flatMap(documentedMetrics)
  .map(({ name, labels }) => ({
    name,
    labels: labels.map((label) => label.replace("the dashboard's also ", "")),
  }));

const baseOf = (metric: string): string => metric.replace(/_(bucket|sum|count)$/, "");

const seriesOf = (metric: string) =>
  [...service.series, ...dashboard.series].filter((one) => baseOf(one.metric) === baseOf(metric));

/** The labels of a metric's series; of one without series, those that the documentation names. */
function labelsOf(metric: string): string[] {
  const found = seriesOf(metric).flatMap(({ labels }) => Object.keys(labels));
  const named = documented.find(({ name }) => name === baseOf(metric))?.labels ?? [];
  return [...new Set(found.length > 0 ? found : named), ...(OF_PROMETHEUS[metric] ?? []), ...ADDED];
}

/** What a query names and the running systems do not report. */
function faultsOf(expression: string): string[] {
  const selectors = selectorsIn(expression);
  const types = new Map([...service.types, ...dashboard.types]);
  const faults = selectors.flatMap(({ metric, matchers }) => {
    const isKnown = types.has(metric) || types.has(baseOf(metric)) || metric in OF_PROMETHEUS;
    if (!isKnown) return [`${metric} is not reported`];
    return matchers.flatMap(({ label, operator, value }) => {
      if (!labelsOf(metric).includes(label)) return [`${metric} has no label ${label}`];
      const isOfGauge = types.get(metric) === "gauge" && operator === "=" && !SPARSE.includes(metric);
      const isFixed = isOfGauge || (label === "endpoint" && !operator.startsWith("!"));
      const wanted = operator === "=~" ? new RegExp(`^(?:${value})$`) : null;
      const isReported = seriesOf(metric).some(({ labels: { [label]: found = "" } }) =>
        wanted === null ? found === value : wanted.test(found),
      );
      return isFixed && !isReported ? [`${metric} has no ${label}${operator}"${value}"`] : [];
    });
  });
  const known = selectors.flatMap(({ metric }) => labelsOf(metric));
  // An expression over recorded results only has their labels, which the other rules define.
  const unknown = groupingLabelsIn(expression).filter((label) => known.length > 0 && !known.includes(label));
  return [...faults, ...unknown.map((label) => `nothing has the label ${label}`)];
}

test("the running systems report the labels that docs/monitoring.md names, and no others", () => {
  const wrong = documented.flatMap(({ name, labels }) => {
    const found = seriesOf(name);
    if (found.length === 0) return [];
    const reported = new Set(
      found.flatMap((one) => Object.keys(one.labels)).filter((label) => label !== "le"),
    );
    return [...reported].toSorted().join() === labels.toSorted().join()
      ? []
      : [`${name}: ${[...reported].join()}`];
  });
  expect(wrong).toEqual([]);
});

test("every metric and label of a rule is one that the running systems report", () => {
  const expressions = readRuleExpressions();
  expect(expressions.length).toBeGreaterThan(20);
  expect(expressions.flatMap(faultsOf)).toEqual([]);
});

test("every metric and label of the Grafana dashboard is one that the running systems report", () => {
  const queries = readDashboardQueries();
  expect(queries.length).toBeGreaterThan(30);
  expect(queries.flatMap(({ expression }) => faultsOf(expression))).toEqual([]);
});

test("a metric, a label and a state that do not exist are noticed", () => {
  expect(faultsOf("max(paydeck_no_such_thing) > 0")).toEqual(["paydeck_no_such_thing is not reported"]);
  expect(faultsOf('paydeck_database_up{colour="red"}')).toEqual(["paydeck_database_up has no label colour"]);
  expect(faultsOf('paydeck_gateway_circuit{state="ajar"}')).toEqual([
    'paydeck_gateway_circuit has no state="ajar"',
  ]);
  expect(faultsOf('paydeck_http_requests_total{endpoint=~"/v2/.+"}')).toEqual([
    'paydeck_http_requests_total has no endpoint=~"/v2/.+"',
  ]);
  expect(faultsOf("max by (colour) (paydeck_database_up)")).toEqual(["nothing has the label colour"]);
});

test("no label names a person, a reference, an id or a secret", async () => {
  const pages = `${await pageOf(paydeck.routingUrl)}${await pageOf(paydeck.dashboardUrl)}`;
  for (const text of [
    "admin@",
    "canary",
    "ORDER-",
    "TXN",
    "RFD",
    paydeck.apiKey,
    paydeck.apiSalt,
    paydeck.password,
  ]) {
    expect(pages).not.toContain(text);
  }
});

test.skipIf(!hasPrometheus)(
  `a real Prometheus evaluates every rule without an error${orSkipped}`,
  async () => {
    const evaluated = await vi.waitUntil(
      async () => {
        const rules = (await prometheus?.rules()) ?? [];
        return rules.length > 0 && rules.every(({ health }) => health !== "unknown") ? rules : null;
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(evaluated.filter(({ health, lastError }) => health !== "ok" || (lastError ?? "") !== "")).toEqual(
      [],
    );
  },
);

test.skipIf(!hasPrometheus)(
  `a real Prometheus answers every query of the dashboard${orSkipped}`,
  async () => {
    const empty: string[] = [];
    for (const { panel, expression } of readDashboardQueries()) {
      const { error, series } = (await prometheus?.query(expression)) ?? {
        error: "no Prometheus",
        series: 0,
      };
      expect([panel, error]).toEqual([panel, null]);
      if (series === 0) empty.push(panel);
    }
    const always = [
      "Circuits",
      "Job workers alive",
      "Refunds of unknown outcome",
      "Age of the newest backup",
    ];
    expect(empty.filter((panel) => always.includes(panel))).toEqual([]);
  },
);
