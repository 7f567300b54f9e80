import type { Proof, ProofContext } from "../proof";
import { launchDashboard, planDashboard } from "../stack/dashboard";
import { launchService, planService } from "../stack/service";
import { sideBySide } from "../stack/side-by-side";
import { signInStaff } from "../stack/staff";
import { dashboardRequest, readSurface } from "./dashboard-requests";
import { documentedOperations, type Operation } from "./documented";
import { faultOfDashboard, faultOfRaw, faultOfService } from "./check-response";
import { growth, residentMb } from "./memory";
import { createSender, type Received, type Sender, sendRaw, type Sent } from "./send";
import { KnownIds, rawRequest, serviceRequest } from "./service-requests";

type InputSize = { serviceRequests: number; dashboardRequests: number; rawRequests: number };

const AT_ONCE = { service: 16, dashboard: 4, raw: 8 };
/** The number of memory samples, enough to show a trend. */
const SAMPLES = 100;
/** A leak with every request causes far more growth than this over a long run. */
const MOST_GROWTH = 1.5;
/** A small heap, so that memory is freed instead of growing to what the machine has. */
const HEAP = { NODE_OPTIONS: "--max-old-space-size=256" };
const MOST_REPORTED = 50;

/** Failures 9 to 19 and 39: arbitrary requests to any URL of either system. */
export const input: Proof<InputSize> = {
  name: "input",
  title: "Input",
  clause:
    "Whatever is sent, valid to absurd, raw bytes included: no 5xx, no hang, no answer that is not documented, and memory stays flat.",
  short: { serviceRequests: 2_000, dashboardRequests: 150, rawRequests: 200 },
  long: { serviceRequests: 170_000, dashboardRequests: 10_000, rawRequests: 20_000 },
  async run(ctx) {
    const parts = await startParts(ctx);
    const anomalies: string[] = [];
    const report = (what: string, fault: string | null): void => {
      if (fault !== null && anomalies.length < MOST_REPORTED) anomalies.push(`${what}: ${fault}`);
    };
    const service = await loadService(ctx, parts, report);
    const dashboard = await loadDashboard(ctx, parts, report);
    const raw = await sendRawBytes(ctx, parts, report);
    for (const { url, name } of [
      { url: parts.service.baseUrl, name: "the service" },
      { url: parts.dashboard.url, name: "the dashboard" },
    ]) {
      const health = await fetch(`${url}/readyz`).then((response) => response.status);
      if (health !== 200) anomalies.push(`${name} is not well afterwards: ${health}`);
    }
    for (const [name, samples] of Object.entries({
      service: service.samples,
      dashboard: dashboard.samples,
    })) {
      const grown = growth(samples);
      if (grown !== null && grown > MOST_GROWTH) {
        anomalies.push(`the ${name}'s memory grew ${grown.toFixed(2)} times: ${samples.join(" ")} MB`);
      }
    }
    return {
      figures: {
        serviceRequests: service.count,
        dashboardRequests: dashboard.count,
        rawRequests: raw,
        succeeded: service.succeeded + dashboard.succeeded,
        refused: service.count + dashboard.count - service.succeeded - dashboard.succeeded,
        serviceMemory: memoryOf(service.samples),
        dashboardMemory: memoryOf(dashboard.samples),
      },
      anomalies,
    };
  },
};

type Parts = Awaited<ReturnType<typeof startParts>>;
type Report = (what: string, fault: string | null) => void;

async function startParts(ctx: ProofContext<InputSize>) {
  const postgres = await ctx.postgres();
  const service = await planService(await postgres.createDatabase("routing"), HEAP);
  const dashboard = await planDashboard(await postgres.createDatabase("dashboard"), service, HEAP);
  const programs = {
    service: await launchService(ctx.folder, service),
    dashboard: await launchDashboard(ctx.folder, dashboard),
  };
  for (const program of Object.values(programs)) ctx.onEnd(() => program.stop());
  await Promise.all([programs.service.ready, programs.dashboard.ready]);
  const [first, ...others] = documentedOperations(
    await (await fetch(`${service.baseUrl}/openapi.json`)).json(),
  );
  if (first === undefined) throw new Error("the service describes no operation");
  const operations: readonly [Operation, ...Operation[]] = [first, ...others];
  return { service, dashboard, programs, operations, known: new KnownIds() };
}

async function loadService(ctx: ProofContext<InputSize>, parts: Parts, report: Report) {
  const { service, operations, known, programs } = parts;
  const credentials = { apiKey: service.apiKey, salt: service.salt };
  const sender = createSender(service.baseUrl, AT_ONCE.service);
  ctx.onEnd(() => sender.close());
  return load(ctx, {
    name: "service",
    count: ctx.size.serviceRequests,
    atOnce: AT_ONCE.service,
    pid: programs.service.pid,
    async one(index) {
      const random = ctx.random.fork(`service ${index}`);
      const nowSeconds = Math.floor(ctx.clock.now().getTime() / 1000);
      const sent = serviceRequest(random, operations, credentials, known, nowSeconds);
      const received = await sender.send(sent);
      if (received.kind === "answer") known.keep(received.text, random);
      const what = `service request ${index} (${sent.method} ${sent.path} ${shown(sent)})`;
      report(what, faultOfService(sent.operation, sent.method, received));
      return received;
    },
  });
}

async function loadDashboard(ctx: ProofContext<InputSize>, parts: Parts, report: Report) {
  const { dashboard, known, programs } = parts;
  const surface = readSurface();
  const signIn = (role: string) => signInStaff(dashboard.url, `${role}@example.com`, dashboard.password);
  const cookies = [
    (await signIn("admin")).cookie,
    (await signIn("finance")).cookie,
    (await signIn("support")).cookie,
    "",
  ] as const;
  const sender: Sender = createSender(dashboard.url, AT_ONCE.dashboard);
  ctx.onEnd(() => sender.close());
  return load(ctx, {
    name: "dashboard",
    count: ctx.size.dashboardRequests,
    atOnce: AT_ONCE.dashboard,
    pid: programs.dashboard.pid,
    async one(index) {
      const random = ctx.random.fork(`dashboard ${index}`);
      const sent = dashboardRequest(random, surface, { origin: dashboard.url, cookies, known });
      const received = await sender.send(sent);
      const what = `dashboard request ${index} (${sent.method} ${sent.path} ${shown(sent)})`;
      report(what, faultOfDashboard(sent, received));
      return received;
    },
  });
}

async function sendRawBytes(ctx: ProofContext<InputSize>, parts: Parts, report: Report): Promise<number> {
  const paths = [
    "/v1/route/initiate_payment",
    "/v1/ops/capabilities",
    "/healthz",
    "/login",
    "/api/live/payments",
  ] as const;
  let count = 0;
  const indexes = Array.from({ length: ctx.size.rawRequests }, (_, index) => index);
  await sideBySide(indexes, { atOnce: AT_ONCE.raw, hasTime: ctx.hasTime }, async (index) => {
    const random = ctx.random.fork(`raw ${index}`);
    const bytes = rawRequest(random, paths);
    const url = random.chance(0.5) ? parts.service.baseUrl : parts.dashboard.url;
    report(
      `raw request ${index} to ${url} (${bytes.toString("base64").slice(0, 300)})`,
      faultOfRaw(await sendRaw(url, bytes)),
    );
    count += 1;
  });
  return count;
}

type Load = {
  name: string;
  count: number;
  atOnce: number;
  pid: number | undefined;
  one: (index: number) => Promise<Received>;
};

async function load(ctx: ProofContext<InputSize>, { name, count, atOnce, pid, one }: Load) {
  const done = { count: 0, succeeded: 0, samples: [] as number[] };
  const sampleEvery = Math.max(1, Math.floor(count / SAMPLES));
  const indexes = Array.from({ length: count }, (_, index) => index);
  await sideBySide(indexes, { atOnce, hasTime: ctx.hasTime }, async (index) => {
    const received = await one(index);
    done.count += 1;
    if (received.kind === "answer" && received.status < 400) done.succeeded += 1;
    if (done.count % sampleEvery === 0) {
      const megabytes = await residentMb(pid);
      if (megabytes !== null) done.samples.push(megabytes);
    }
    if (done.count % 5_000 === 0) ctx.log(`${name}: ${done.count} of ${count}`);
  });
  return done;
}

function memoryOf(samples: readonly number[]): string {
  const grown = growth(samples);
  return grown === null
    ? "too short to say"
    : `${samples.at(-1) ?? 0} MB, ${grown.toFixed(2)} times the early`;
}

/** Enough to recognise it; the seed reproduces it. */
function shown({ headers, body }: Sent): string {
  const action = headers["next-action"] === undefined ? "" : `action ${headers["next-action"]} `;
  return action + (body === null ? "without a body" : JSON.stringify(body.toString("utf8").slice(0, 300)));
}
