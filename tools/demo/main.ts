import { commandsHere } from "@/server/platform/commands-here";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { systemClock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { projectRoot } from "@/server/platform/root";
import { dashboardEnv, routingEnv, serviceOf } from "@/server/start/child-env";
import { takeDataFolder } from "@/server/start/data-folder";
import { createDatabases } from "@/server/start/databases";
import { readStartEnv, type StartEnv } from "@/server/start/env";
import { checkPorts } from "@/server/start/ports";
import { loadSecrets, type SandboxSecrets } from "@/server/start/secrets";
import type { OpenDemoDashboard, OpenDemoService, RefuseDemoDashboard } from "./contract";
import { DemoClock } from "./demo-clock";
import { refuseUnlessSandbox, relaxCommits } from "./env";
import { ELSEWHERE_SHARE, fillHalfYear, WORK_SHARE } from "./fill";
import { liveOn } from "./live";
import { DEMO_DAYS } from "./plan";
import { createProgress } from "./progress";
import { DemoRandom } from "./random";

/** `npm run demo`: a lifelike half year in the sandbox, through the code of both systems (decision 0254). */
const USAGE = commandsHere(`Usage:
  npm run demo                      fills the sandbox with a half year of payments; stop Paydeck first
  npm run demo -- --payments N      the same with N payments instead of 20000
  npm run demo -- --live            goes on creating a payment each second in the running sandbox, until Ctrl-C`);

const PAYMENTS = 20_000;
const LEAST = 100;
const MOST = 1_000_000;
const SEED = 20_260_101;
const TIMEOUT_MS = 15_000;
const DAY_MS = 24 * 60 * 60_000;

async function main(args: readonly string[]): Promise<void> {
  const command = readCommand(args);
  const env = readStartEnv();
  refuseUnlessSandbox(env);
  if (command.kind === "live") return liveOn(env);
  const releaseFolder = await takeDataFolder(env.folder);
  try {
    await checkPorts([{ host: env.routingHost, port: env.routingPort, of: "routing" }]);
    const { secrets } = await loadSecrets(env.folder, { ...env, isProduction: false });
    await fill(env, secrets, command.payments);
  } finally {
    releaseFolder();
  }
}

type Command = { kind: "fill"; payments: number } | { kind: "live" };

function readCommand(args: readonly string[]): Command {
  const [flag, value, ...rest] = args;
  if (flag === undefined) return { kind: "fill", payments: PAYMENTS };
  if (flag === "--live" && value === undefined) return { kind: "live" };
  const payments = /^[0-9]{1,7}$/.test(value ?? "") ? Number.parseInt(value ?? "", 10) : 0;
  if (flag === "--payments" && payments >= LEAST && payments <= MOST && rest.length === 0) {
    return { kind: "fill", payments };
  }
  throw new StartupError(USAGE);
}

async function fill(env: StartEnv, secrets: SandboxSecrets, payments: number): Promise<void> {
  const startedAt = performance.now();
  relaxCommits();
  const databases = createDatabases(env, secrets, { onNews: say, onEvent: () => undefined });
  const logger = createLogger("demo", "silent");
  const end = systemClock.now();
  const time = new DemoClock(new Date(end.getTime() - (DEMO_DAYS + 1) * DAY_MS));
  const random = new DemoRandom(SEED);
  try {
    const urls = await databases.start();
    if (urls.routing === null) throw new Error("the sandbox has no service");
    const { openDemoService } = await load<{ openDemoService: OpenDemoService }>("demo-routing");
    const { openDemoDashboard, refuseDemoDashboard } = await load<{
      openDemoDashboard: OpenDemoDashboard;
      refuseDemoDashboard: RefuseDemoDashboard;
    }>("demo-dashboard");
    const { NEXTAUTH_SECRET: sessionSecret = "", SECOND_FACTOR_KEY: secretsKey } = dashboardEnv(
      env,
      secrets,
      urls.dashboard,
    );
    const dashboardVariables = {
      databaseUrl: urls.dashboard,
      sessionSecret,
      secretsKey: secretsKey === undefined || secretsKey === "" ? sessionSecret : secretsKey,
      sandboxPassword: secrets.sandboxPassword,
    };
    // Before the service's half, which changes the sandbox as soon as its own database is accepted.
    refuse(await refuseDemoDashboard({ env: dashboardVariables, logger }), env.folder);
    const service = await openDemoService({ env: routingEnv(env, secrets, urls.routing), time, logger });
    try {
      refuse(await service.refusal(), env.folder);
      const { baseUrl, apiKey, apiSalt } = serviceOf(env, secrets);
      const dashboard = await openDemoDashboard({
        env: dashboardVariables,
        service: { baseUrl: new URL(baseUrl), apiKey, apiSalt, timeoutMs: TIMEOUT_MS },
        time,
        logger,
        behind: service,
        random,
      });
      try {
        const progress = createProgress(
          Math.round(payments * (1 + ELSEWHERE_SHARE + 3 * WORK_SHARE)),
          process.stdout,
        );
        await fillHalfYear({ service, dashboard, time, random, progress }, payments, end);
        progress.end();
      } finally {
        await dashboard.close();
      }
    } finally {
      await service.close();
    }
  } finally {
    await databases.stop();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  say(commandsHere(`${String(payments)} payments in ${String(seconds)} s. Start Paydeck with npm start.`));
}

function refuse(refusal: string | null, folder: string): void {
  if (refusal === null) return;
  throw new StartupError(
    `The sandbox in ${folder} gets no demo: ${refusal}. ` +
      "No demo data was added. To begin anew, remove that folder, or set DATA_DIR to another one.",
  );
}

/** The two systems do not import each other, so each has its half in a program of its own. */
function load<T>(program: string): Promise<T> {
  return import(pathToFileURL(join(projectRoot(), "dist", "tools", `${program}.js`)).href) as Promise<T>;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
