import type { CardScheme, PaymentMethod } from "@/lib/contract/statuses";
import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";

/**
 * What the two halves of the demo agree on. Each belongs to one of the two systems, which do not import each other: the
 * command loads both programs, and the dashboard's half calls the service's half over signed HTTP.
 */

/** What becomes of a payment. `open` stays INITIATED: it is cancelled by staff, or is still waiting. */
export type DemoFate = "paid" | "declined" | "left" | "expired" | "open" | "not_opened";

export type PlannedPayment = {
  at: Date;
  reference: string;
  amountPaise: bigint;
  currency: string;
  method: PaymentMethod;
  cardScheme: CardScheme | null;
  bank: string | null;
  channel: string;
  customer: { name: string; email: string; phone: string };
  fate: DemoFate;
  /** How long the customer takes. */
  takesMs: number;
  /** Whether a customer whose payment was declined pays at the second attempt. */
  paysAtRetry: boolean;
};

export type DemoPayment = PlannedPayment & { transactionId: string };

/** A clock that the demo moves; see `demo-clock.ts`. */
export type DemoTime = Clock & {
  moveTo(at: Date): void;
  advance(ms: number): void;
  during<T>(at: Date, work: () => Promise<T>): Promise<T>;
};

export type DemoServiceOptions = {
  /** The variables of a start of the service on this sandbox. */
  env: NodeJS.ProcessEnv;
  time: DemoTime;
  logger: Logger;
};

export type DemoService = {
  /** Why this database gets no demo; null when it may. */
  refusal(): Promise<string | null>;
  /** Another merchant of the service, by its name; wherever none is named it is the sandbox's own. */
  addMerchant(name: string): Promise<{ apiKey: string; salt: string }>;
  /** Creates payments through the service's use cases, many at once, each at its own time. */
  createPayments(
    plan: readonly PlannedPayment[],
    onDone: () => void,
    merchant?: string,
  ): Promise<DemoPayment[]>;
  /** The same, one after the other, with the webhooks of each. */
  createWithWebhooks(plan: readonly PlannedPayment[], onDone: () => void): Promise<DemoPayment[]>;
  /** Carries a refund one step, as the worker does. */
  advanceRefund(refundId: string, merchant?: string): Promise<void>;
  /** How long the simulator takes for refunds that it receives from now on. */
  setRefundMs(ms: number): void;
  /** The next request to this path is lost on its way, before the service sees it. */
  loseNextRequest(path: string): void;
  /** Sums what was written and drops its finished jobs; the next start schedules those that are needed. */
  finish(): Promise<void>;
  close(): Promise<void>;
};

export type OpenDemoService = (options: DemoServiceOptions) => Promise<DemoService>;

export type DemoDashboardOptions = {
  /** `secretsKey`: seals what only the dashboard may read, as in the dashboard itself. */
  env: { databaseUrl: string; sessionSecret: string; secretsKey: string; sandboxPassword: string };
  service: { baseUrl: URL; apiKey: string; apiSalt: string; timeoutMs: number };
  time: DemoTime;
  logger: Logger;
  /** The part of the service's half that the dashboard's actions need. */
  behind: Pick<DemoService, "advanceRefund" | "setRefundMs" | "loseNextRequest">;
  random: {
    next(): number;
    whole(least: number, most: number): number;
    chance(share: number): boolean;
    of<T>(list: readonly T[]): T;
  };
};

export type DemoDashboard = {
  /** People, approval rules and the first routing rules, at the time of the clock. */
  begin(): Promise<void>;
  /** The second merchant account, with its people. */
  addAccount(credentials: { apiKey: string; salt: string }): Promise<void>;
  /** The next version of the routing rules. */
  changeRules(): Promise<void>;
  /**
   * The work of the staff on these payments, in the order of its time, until `until`. `elsewhere`: payments of the second
   * account.
   */
  work(
    payments: readonly DemoPayment[],
    elsewhere: readonly DemoPayment[],
    until: Date,
    onDone: (share: number) => void,
  ): Promise<void>;
  /** Endpoints for webhooks: one that works, one that fails, one that is about to be paused. */
  addWebhooks(): Promise<void>;
  pauseWebhook(): Promise<void>;
  /** What is under way at the end: requests that wait, an unknown outcome, a refund at the bank. */
  leaveOpenWork(payments: readonly DemoPayment[], elsewhere: readonly DemoPayment[]): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
};

export type OpenDemoDashboard = (options: DemoDashboardOptions) => Promise<DemoDashboard>;

/** Why the dashboard's database gets no demo; null when it may. */
export type RefuseDemoDashboard = (
  options: Pick<DemoDashboardOptions, "env" | "logger">,
) => Promise<string | null>;
