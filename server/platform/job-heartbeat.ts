import { beat, LEASE_MS } from "./job-leases";
import type { JobRunner } from "./job-runner";
import type { Logger } from "./log";
import { createPoolBeside, type Pool } from "./pool";

const HEARTBEAT_MS = 2_000;
/**
 * A heartbeat that gets no response for this long, in milliseconds, is sent again over a new connection. A slow database
 * then has a second and a half of the lease left to accept that connection and answer.
 */
const HEARTBEAT_LIMIT_MS = 5_500;

/** A runner, and the leases of its workers. */
export type Leased = {
  runner: JobRunner;
  leases: Leases;
};
export type Leases = {
  hasBegun: boolean;
  /** A time of `performance.now()`. Other processes may take these workers' jobs after it. */
  heldUntil: number;
  isTakenOver: boolean;
};

export function areHeld({ isTakenOver, heldUntil }: Leases): boolean {
  return !isTakenOver && performance.now() < heldUntil;
}

export type HeartbeatListener = { onRenewed(): void; onMissed(): void };

/** Renews the leases of all job runners of a process. */
export type Heartbeat = {
  readonly runners: Set<Leased>;
  readonly listeners: Set<HeartbeatListener>;
  /** Rejects when there is no response. */
  send(): Promise<void>;
  /** The next one is sent at once. */
  hurry(): void;
  stop(): Promise<void>;
};

/**
 * One statement renews them all, over a connection of its own: with one each, every group of workers would keep another
 * connection open (0266).
 */
export function startHeartbeat({ pool, logger }: { pool: Pool; logger: Logger }): Heartbeat {
  const connection = createPoolBeside(pool, {
    maxConnections: 1,
    responseLimitMs: HEARTBEAT_LIMIT_MS,
    logger,
  });
  const runners = new Set<Leased>();
  const listeners = new Set<HeartbeatListener>();
  let previousAt: Date | null = null;
  let isHeard = true;
  let isOver = false;

  const send = async (): Promise<void> => {
    const sentAt = performance.now();
    const all = [...runners].filter(({ leases }) => !leases.isTakenOver);
    if (all.length === 0) return;
    const leased = workersOf(all.filter(({ leases }) => leases.hasBegun));
    const { renewed, at } = await beat(connection, {
      leased: leased.map(({ workerId }) => workerId),
      starting: workersOf(all.filter(({ leases }) => !leases.hasBegun)).map(({ workerId }) => workerId),
      settled: leased.filter(({ isAsking }) => !isAsking).map(({ workerId }) => workerId),
      activeJobIds: leased.flatMap(({ jobId }) => jobId ?? []),
      previousAt,
    });
    previousAt = at;
    for (const { runner, leases } of all) {
      const areAllRenewed = runner.workers().every(({ workerId }) => renewed.has(workerId));
      if (areAllRenewed) Object.assign(leases, { hasBegun: true, heldUntil: sentAt + LEASE_MS });
      else leases.isTakenOver = true;
    }
  };

  let hurry = (): void => undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const keepSending = async (): Promise<void> => {
    let dueAt = performance.now() + HEARTBEAT_MS;
    for (;;) {
      await pause(Math.max(dueAt - performance.now(), 0));
      if (isOver) return;
      dueAt = performance.now() + HEARTBEAT_MS;
      try {
        await send();
        isHeard = true;
        for (const listener of listeners) listener.onRenewed();
      } catch (error) {
        // Log an outage once: every heartbeat fails while it lasts.
        if (isHeard) logger.warn({ err: error }, "job leases could not be renewed");
        isHeard = false;
        for (const listener of listeners) listener.onMissed();
      }
    }
  };
  const sending = keepSending();

  return {
    runners,
    listeners,
    send,
    hurry: () => hurry(),
    async stop() {
      isOver = true;
      hurry();
      await sending;
      await connection.end();
    },
  };
}

/** A snapshot of the workers and jobs of all runners. */
function workersOf(
  runners: readonly Leased[],
): { workerId: string; isAsking: boolean; jobId: string | undefined }[] {
  return runners.flatMap(({ runner }) =>
    runner.workers().map((worker) => ({
      workerId: worker.workerId,
      isAsking: runner.isAsking(worker),
      jobId: worker.getActiveJob()?.id,
    })),
  );
}
