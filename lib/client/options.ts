import { z } from "zod";
import { HASH_SEPARATOR, isStorableText } from "../text";
import { type Clock, systemClock } from "./clock";
import { fetchTransport } from "./fetch-transport";
import type { Transport } from "./transport";

export type PaydeckClientOptions = {
  /** The service's address, with its path prefix if it has one: "https://payments.example". */
  baseUrl: string;
  apiKey: string;
  /** The merchant's secret. It is never sent and must not reach a browser (specification 5). */
  salt: string;
  /** Timeout of a whole call; default 15,000. */
  timeoutMs?: number;
  /** Sends the requests; default: over the runtime's `fetch`. */
  transport?: Transport;
  /** Gives the timestamp of ops requests, which is valid for five minutes. */
  clock?: Clock;
  /** Called before every request: additional headers, such as `traceparent`. They cannot replace the client's own. */
  headers?: () => Record<string, string>;
};

export type Settings = Required<Omit<PaydeckClientOptions, "baseUrl">> & { serviceAddress: string };

const DEFAULT_TIMEOUT_MS = 15_000;
const TIMEOUT_FAULT = "must be a whole number of milliseconds from 100 to 120000";

/** Credentials are part of every hash, so the rule for signed values applies (decision 0024). */
const credential = z
  .string("is missing")
  .min(1, "is empty")
  .refine(
    (text) => isStorableText(text) && !text.includes(HASH_SEPARATOR),
    "must not hold NUL, lone surrogates or |",
  );

const settingsSchema = z.object({
  baseUrl: z
    .url({ protocol: /^https?$/, error: "must be an http or https address", abort: true })
    .refine((text) => isPlain(new URL(text)), "must hold no user name, password, query or fragment"),
  apiKey: credential.regex(/^[\x21-\x7e]+$/, "must be printable ASCII: it is sent in a header"),
  salt: credential,
  timeoutMs: z
    .int(TIMEOUT_FAULT)
    .min(100, TIMEOUT_FAULT)
    .max(120_000, TIMEOUT_FAULT)
    .default(DEFAULT_TIMEOUT_MS),
});

/** Throws a TypeError that names each invalid option, never its value. */
export function readOptions(options: PaydeckClientOptions): Settings {
  const parsed = settingsSchema.safeParse(options);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new TypeError(`createPaydeckClient: ${[...new Set(faults)].join("; ")}`);
  }
  const { baseUrl, apiKey, salt, timeoutMs } = parsed.data;
  const { origin, pathname } = new URL(baseUrl);
  return {
    serviceAddress: `${origin}${pathname}`.replace(/(?<!\/)\/+$/, ""),
    apiKey,
    salt,
    timeoutMs,
    transport: options.transport ?? fetchTransport(),
    clock: options.clock ?? systemClock,
    headers: options.headers ?? (() => ({})),
  };
}

function isPlain(url: URL): boolean {
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}
