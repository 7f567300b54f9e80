import type { Clock } from "@/server/platform/clock";

type Pace = { perSecond: number; burst: number };
type Bucket = { tokens: number; at: number };

/** What this process accepts before checking passwords: a sign-in costs a page and a hash, a refusal almost nothing. */
const PER_NETWORK: Pace = { perSecond: 3, burst: 8 };
const IN_TOTAL: Pace = { perSecond: 8, burst: 16 };
const MAX_NETWORKS = 10_000;

/** Every way to send a password or a code without a session. */
export function isSignIn(method: string, path: string): boolean {
  return (
    method === "POST" && (/^\/login(\/|$)/.test(path) || /^\/api\/auth\/(callback|signin)(\/|$)/.test(path))
  );
}

/**
 * Limits the rate of sign-ins, so that a flood of them does not slow down signed-in people (decision 0226). Per
 * process; wrong passwords are counted in Postgres.
 */
export class SignInGate {
  private readonly networks = new Map<string, Bucket>();
  private all: Bucket;

  constructor(private readonly clock: Clock) {
    this.all = { tokens: IN_TOTAL.burst, at: clock.now().getTime() };
  }

  /** Null when the sign-in may continue; else the seconds until a retry. */
  secondsToWait(network: string): number | null {
    const now = this.clock.now().getTime();
    const own = refilled(
      this.networks.get(network) ?? { tokens: PER_NETWORK.burst, at: now },
      PER_NETWORK,
      now,
    );
    this.all = refilled(this.all, IN_TOTAL, now);
    if (own.tokens < 1) return waitOf(own, PER_NETWORK);
    if (this.all.tokens < 1) return waitOf(this.all, IN_TOTAL);
    this.all.tokens -= 1;
    this.remember(network, { ...own, tokens: own.tokens - 1 });
    return null;
  }

  /** Evicts the least recently seen network: its bucket is full again, or nearly. */
  private remember(network: string, bucket: Bucket): void {
    this.networks.delete(network);
    this.networks.set(network, bucket);
    const [oldest] = this.networks.keys();
    if (this.networks.size > MAX_NETWORKS && oldest !== undefined) this.networks.delete(oldest);
  }
}

function refilled(bucket: Bucket, { perSecond, burst }: Pace, now: number): Bucket {
  const seconds = Math.max(0, now - bucket.at) / 1000;
  return { tokens: Math.min(burst, bucket.tokens + seconds * perSecond), at: now };
}

function waitOf(bucket: Bucket, { perSecond }: Pace): number {
  return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
}
