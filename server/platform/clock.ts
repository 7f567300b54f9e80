/** The current time, passed down from the composition roots so that tests can set it. */
export type Clock = { now(): Date };

/** Milliseconds since some moment in this process: unlike the time of day, never set back or forward. */
export const elapsedMs = (): number => performance.now();

export const systemClock: Clock = { now: () => new Date() };
