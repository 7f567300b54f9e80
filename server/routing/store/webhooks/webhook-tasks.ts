/** The job that sends what is due at one endpoint; see `usecases/webhooks/deliver-webhooks.ts`. */
export const DELIVER_WEBHOOKS = "deliver-webhooks";

/** The same for an endpoint that keeps failing, done by other workers, so that it takes none from the rest (failure 27). */
export const RETRY_WEBHOOKS = "retry-webhooks";
