/** `not_sent`: the service was not reached, so nothing happened there. */
export type CallOutcome = "ok" | "refused" | "unknown" | "not_sent";

/** The steps of a sign-in at which attempts end. */
export type SignInStep = "password" | "second_factor" | "provider";

/** What leaves the dashboard with a notification. */
export type NotificationSender = "email" | "chat";

/** What commands, queries and the routing client count for the metrics. Labels must be bounded. */
export type Counters = {
  serviceCalled(operation: string, outcome: CallOutcome, seconds: number): void;
  signInEnded(step: SignInStep, outcome: string): void;
  /** The number of stuck payments that the service has just reported. */
  stuckCounted(count: number): void;
  notificationSent(channel: NotificationSender, outcome: "sent" | "failed"): void;
};

/** Counts nothing: for programs without metrics, and for tests. */
export const NO_COUNTERS: Counters = {
  serviceCalled: () => undefined,
  signInEnded: () => undefined,
  stuckCounted: () => undefined,
  notificationSent: () => undefined,
};
