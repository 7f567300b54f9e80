/** npm forwards a Ctrl-C that its program already got from the terminal: only a later one counts as the second. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `onFirst` at the first request to stop this process and `onSecond` at the next. When a parent with an IPC
 * channel ends, as the end-to-end tests do, that also counts.
 */
export function onStopSignals(onFirst: () => void, onSecond: () => void): void {
  let firstAt: number | null = null;
  const handle = (): void => {
    if (firstAt === null) {
      firstAt = performance.now();
      onFirst();
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      onSecond();
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, handle);
  process.on("disconnect", handle);
}
