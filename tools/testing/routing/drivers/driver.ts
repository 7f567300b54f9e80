import type { MerchantCode } from "../merchant-code";
import type { TestService } from "../service";
import type { WebhookReceiver } from "../webhook-receiver";

/** The environment of a driver: the real service, and a merchant's webhook endpoint. */
export type World = {
  service: TestService;
  receiver: WebhookReceiver;
  /** Creates a separate merchant for the driver, so that no other driver uses its keys and rules. */
  newMerchant(): Promise<MerchantCode>;
};

export type Sent = {
  body?: Record<string, unknown>;
  /** The expected status. */
  expect: number;
  as?: MerchantCode;
  headers?: Record<string, string>;
};

/**
 * Sends one request of the driven operation and checks it and its response against the document; returns the response
 * body. A request that succeeds must also match the document's schema of requests.
 */
export type Call = <T = Record<string, unknown>>(sent: Sent) => Promise<T>;

/** Drives one operation: at least one success, and the refusals specific to it. */
export type Driver = (call: Call, world: World) => Promise<void>;
export type Drivers = Readonly<Record<string, Driver>>;
