/** The job that sends the due deliveries of one endpoint; see `usecases/webhooks/deliver-webhooks.ts`. */
export const DELIVER_WEBHOOKS = "deliver-webhooks";

/** The same for a struggling endpoint. Separate workers run it, so that it delays no other endpoint (failure 27). */
export const RETRY_WEBHOOKS = "retry-webhooks";
