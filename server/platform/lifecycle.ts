import { tlsFailure } from "./database-address";
import type { Logger } from "./log";
import { listenForParts } from "./parts";
import { isDatabaseOutage, sqlState } from "./pool";
import { StartupError } from "./startup-error";

export { StartupError } from "./startup-error";

/**
 * A running system with its URL. `stop` finishes the requests in progress and shuts it down. On SIGTERM, `drain.begin`
 * comes `drain.forMs` before: requests are still answered, while a load balancer learns to send no more.
 */
export type Running = { url: string; drain?: Drain; stop(): Promise<void> };
export type Drain = { forMs: number; begin(): void };

/**
 * Why a start failed. `person`: a person has to act, a retry cannot help. `port`: the port is in use. `outage`: the
 * database did not respond. `bug`: anything else.
 */
export type FailureCause = "person" | "port" | "outage" | "bug";

/** Receives the current step of a start as a clause: "it migrates the database". Null: nothing worth reporting. */
export type OnStep = (step: string | null) => void;

/** Messages from a system to its parent process (`server/start.ts`, the tests). */
export type LifecycleMessage =
  | { type: "step"; step: string | null }
  | { type: "ready"; url: string }
  | { type: "failed"; message: string; cause: FailureCause };

const STOP_LIMIT_MS = 15_000;

/**
 * Starts a system, reports to the parent process, and shuts it down on SIGTERM, SIGINT or when the parent has ended, also while
 * it starts: a killed parent must not leave a server behind on its port.
 */
export async function runSystem(logger: Logger, start: (onStep: OnStep) => Promise<Running>): Promise<void> {
  listenForParts();
  // Nothing is in progress before it has started. The parent may have ended before there was a listener.
  let onParentGone = (): void => process.exit(1);
  process.on("disconnect", () => onParentGone());
  if (process.send !== undefined && !process.connected) onParentGone();
  let running: Running;
  try {
    running = await start((step) => void tellParent({ type: "step", step }));
  } catch (error) {
    const message = startupMessage(error);
    const cause = causeOf(error);
    if (!(error instanceof StartupError)) logger.error({ err: error }, "start failed");
    await tellParent({ type: "failed", message, cause });
    if (process.send === undefined) process.stderr.write(`${message}\n`);
    process.exit(1);
  }

  let isDraining = false;
  const drain = (reason: string): void => {
    // A second signal means that somebody is waiting.
    if (running.drain === undefined || running.drain.forMs === 0 || isDraining) return stop(reason);
    isDraining = true;
    logger.info({ reason, forMs: running.drain.forMs }, "draining");
    running.drain.begin();
    setTimeout(() => stop(reason), running.drain.forMs);
  };
  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, "stopping");
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, "stop failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => drain("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
  onParentGone = () => stop("parent gone");

  logger.info({ url: running.url }, "ready");
  await tellParent({ type: "ready", url: running.url });
}

function startupMessage(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (isPortInUse(error)) {
    return `Port ${String(error.port)} is in use. Stop what listens there, or choose another port.`;
  }
  const tls = tlsFailure(error);
  if (tls !== null) return `The database cannot be used: ${tls}.`;
  if (isDatabaseOutage(error))
    return `The database does not answer (${sqlState(error) ?? messageOf(error)}).`;
  return messageOf(error);
}

function causeOf(error: unknown): FailureCause {
  if (error instanceof StartupError) return "person";
  if (isPortInUse(error)) return "port";
  return isDatabaseOutage(error) ? "outage" : "bug";
}

function isPortInUse(error: unknown): error is Error & { port: unknown } {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "start failed";
}

function tellParent(message: LifecycleMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });
}
