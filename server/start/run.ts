import { commandsHere, isRelease } from "@/server/platform/commands-here";
import { systemClock } from "@/server/platform/clock";
import { SANDBOX_PEOPLE } from "@/server/platform/installation";
import { StartupError } from "@/server/platform/lifecycle";
import { clearRunningStack, dataFolder, writeRunningStack } from "@/server/platform/running";
import { saltKeyOf, serviceOf } from "./child-env";
import { takeDataFolder } from "./data-folder";
import { inheritedEnv, readStartEnv, type StartEnv } from "./env";
import { checkPorts } from "./ports";
import { loadSecrets, saveSecrets, type Secrets, secretsPath } from "./secrets";
import { onStopSignals } from "./signals";
import type { CreateStack, Stack } from "./stack";

/**
 * `npm start` and `npm run dev`: takes the data folder, starts a stack on it, prints one line when it is ready, and stops it
 * in order on request.
 */
export async function runStack(
  createStack: CreateStack,
  readArguments: () => { isProduction: boolean } = () => ({ isProduction: false }),
): Promise<void> {
  try {
    await run(createStack, readStartEnv(inheritedEnv(), readArguments()));
  } catch (error) {
    complain(messageOf(error));
    process.exit(1);
  }
}

async function run(createStack: CreateStack, env: StartEnv): Promise<void> {
  const releaseFolder = await takeDataFolder(env.folder);
  await checkPorts([
    { host: env.host, port: env.port, of: "dashboard" },
    ...(env.foreignService === null
      ? [{ host: env.routingHost, port: env.routingPort, of: "routing" as const }]
      : []),
  ]);
  const { secrets, warnings } = await loadSecrets(env.folder, env);
  clearRunningStack(env.folder);
  warnings.forEach(complain);

  let isStopping = false;
  const stack = createStack(env, secrets, {
    clock: systemClock,
    onNews: say,
    onLost: (line) => {
      complain(line);
      shutDown(1);
    },
  });
  const started = stack.start();
  const shutDown = (exitCode: number): void => {
    if (isStopping) return;
    isStopping = true;
    clearRunningStack(env.folder);
    void stack
      .stop()
      .then(releaseFolder)
      .then(() => process.exit(exitCode), fail);
  };
  onStopSignals(
    () => shutDown(0),
    () => {
      stack.kill();
      process.exit(1);
    },
  );

  try {
    const running = await started;
    if (!isStopping) await announce(env, secrets, running);
  } catch (error) {
    if (!isStopping) complain(messageOf(error));
    shutDown(1);
  }
}

async function announce(env: StartEnv, secrets: Secrets, running: Stack): Promise<void> {
  const serviceUrl = serviceOf(env, secrets).baseUrl;
  writeRunningStack(env.folder, {
    pid: process.pid,
    dashboardUrl: running.dashboardUrl,
    routingUrl: serviceUrl,
    isProduction: env.isProduction,
    dashboardDatabaseUrl: running.dashboardDatabaseUrl,
    ...(running.routingDatabaseUrl === null
      ? {}
      : { routingDatabaseUrl: running.routingDatabaseUrl, routingSaltKey: saltKeyOf(env, secrets) }),
  });
  if (!secrets.isAnnounced) {
    say(firstLines(env, secrets).join("\n"));
    await saveSecrets(env.folder, { ...secrets, isAnnounced: true });
  }
  say(`Paydeck is ready at ${running.dashboardUrl} (service at ${serviceUrl})`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A StartupError has a message for the person at the terminal; anything else is a bug, and its stack trace helps. */
function messageOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function fail(error: unknown): void {
  complain(messageOf(error));
  process.exit(1);
}

/**
 * How to sign in for the first time; shown once. Omits the merchant's key and salt: secrets do not belong in a terminal.
 */
function firstLines(env: StartEnv, secrets: Secrets): string[] {
  const kept = `  Kept in       ${secretsPath(env.folder)}`;
  if (!secrets.isProduction) {
    return [
      "",
      `  Sign in as    ${SANDBOX_PEOPLE.map(({ email }) => email).join(", ")}`,
      `  Password      ${secrets.sandboxPassword}`,
      kept,
      "",
    ];
  }
  return [
    "",
    "  Nobody can sign in yet. In another terminal, invite yourself as the first admin:",
    `    ${adminCommand(env)}`,
    `  Secrets are in ${secretsPath(env.folder)}. A backup contains them.`,
    "",
  ];
}

/** Another shell may have another default folder, such as when systemd chose this one. */
function adminCommand({ folder }: StartEnv): string {
  const needsFolder = isRelease() || folder !== dataFolder(undefined);
  const quoted = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
  return `${needsFolder ? `DATA_DIR=${quoted} ` : ""}${commandsHere('npm run admin -- you@example.com "Your Name"')}`;
}
