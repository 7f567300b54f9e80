/** The poll interval of a page: constant at first, then growing up to a maximum. */
export type PollSchedule = {
  firstMs: number;
  /** How many polls use the first interval before it grows. */
  steadyPolls: number;
  growth: number;
  maxMs: number;
};

/** A refund is polled often for its first minute, then less and less (failure 26). */
export const REFUND_SCHEDULE: PollSchedule = { firstMs: 1_100, steadyPolls: 52, growth: 1.5, maxMs: 30_000 };

/** A payment waits for a customer, who takes minutes rather than seconds. */
export const PAYMENT_SCHEDULE: PollSchedule = { firstMs: 2_500, steadyPolls: 24, growth: 1.5, maxMs: 30_000 };

/** Lists and unknown outcomes: a few seconds of delay do no harm. */
export const CALM_SCHEDULE: PollSchedule = { firstMs: 4_000, steadyPolls: 15, growth: 1.5, maxMs: 30_000 };

const JITTER = 0.27;

/**
 * Milliseconds from poll number `polls` to the next. Jittered by up to 27 % either way, so that many open pages do not
 * poll in step, but deterministic per page and poll: the timer and the "next in" on the screen agree.
 */
export function pollDelayMs(schedule: PollSchedule, polls: number, seed: string): number {
  const growths = Math.max(0, polls - schedule.steadyPolls);
  const delayMs = Math.min(schedule.maxMs, schedule.firstMs * schedule.growth ** growths);
  const swing = (fractionOf(`${seed}#${String(polls)}`) * 2 - 1) * JITTER;
  return Math.round(Math.min(schedule.maxMs, delayMs * (1 + swing)));
}

/** A text's own fraction in [0, 1): FNV-1a over its UTF-16 code units, with the last bits mixed. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 0x1_0000_0000;
}
