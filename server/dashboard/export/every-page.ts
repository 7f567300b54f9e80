import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceError } from "@/lib/service-error";
import { type CallResult, serviceErrorOf } from "../routing-client/call-result";

/** A page of a list of the service, paginated by keyset. */
export type ServicePage<Item> = { items: readonly Item[]; nextCursor: string | null };

/** The service gave no usable response for so long that reading was given up. */
export class ServiceFailure extends Error {
  constructor(readonly serviceError: ServiceError) {
    super(`the service could not be read: ${serviceError.kind}`);
  }
}

/** Pauses between the attempts to read one page; a read may be repeated. */
const RETRY_WAITS_MS = [500, 2_000, 5_000] as const;
/** The longest pause that a busy service may request; a longer one ends the reading. */
const MAX_BUSY_WAIT_MS = 30_000;
const MAX_BUSY_WAITS = 20;

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const waitFor: Wait = async (ms, signal) => {
  await sleep(ms, undefined, { signal });
};

/**
 * Every item of a list of the service, page by page. A 429 is waited out for its `Retry-After`, a missing response is
 * retried a few times. Throws a `ServiceFailure` when that does not help, and the signal's reason when it is aborted.
 */
export async function* everyPage<Item>(
  ask: (cursor: string | null) => Promise<CallResult<ServicePage<Item>>>,
  options: { signal: AbortSignal; wait?: Wait },
): AsyncGenerator<Item> {
  let cursor: string | null = null;
  do {
    const page: ServicePage<Item> = await patiently(
      () => ask(cursor),
      options.signal,
      options.wait ?? waitFor,
    );
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function patiently<Page>(
  ask: () => Promise<CallResult<Page>>,
  signal: AbortSignal,
  wait: Wait,
): Promise<Page> {
  let failures = 0;
  let busyResponses = 0;
  for (;;) {
    signal.throwIfAborted();
    const response = await ask();
    signal.throwIfAborted();
    if (response.kind === "answered") return response.value;
    const serviceError = serviceErrorOf(response);
    const waitMs =
      serviceError.kind === "busy" ? serviceError.retryAfterSeconds * 1_000 : RETRY_WAITS_MS[failures];
    const isHopeless =
      serviceError.kind === "key_refused" ||
      waitMs === undefined ||
      waitMs > MAX_BUSY_WAIT_MS ||
      busyResponses >= MAX_BUSY_WAITS;
    if (isHopeless) throw new ServiceFailure(serviceError);
    if (serviceError.kind === "busy") busyResponses += 1;
    else failures += 1;
    await wait(waitMs, signal);
  }
}
