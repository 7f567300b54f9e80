/** The current time, for the timestamp of ops requests. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
