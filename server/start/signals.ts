/** npm passes on a Ctrl-C that its program got from the terminal already: only a later one is a second one. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Calls `onFirst` when this process is asked to stop, and `onSecond` when it is asked again. The end of a program that
 * started it with a channel, as the end-to-end tests do, asks for it too.
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
