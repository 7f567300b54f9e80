import type { MerchantCode } from "../merchant-code";
import type { TestService } from "../service";
import type { WebhookReceiver } from "../webhook-receiver";

/** What a driver works on: the real service, and a merchant's receiver of webhooks. */
export type World = {
  service: TestService;
  receiver: WebhookReceiver;
  /** A merchant of the driver's own, so that its keys and rules are nobody else's. */
  newMerchant(): Promise<MerchantCode>;
};

export type Sent = {
  body?: Record<string, unknown>;
  /** The status that has to come back. */
  expect: number;
  as?: MerchantCode;
  headers?: Record<string, string>;
};

/**
 * Sends one request of the driven operation and holds it and its answer to the document; answers the body that came back.
 * A request that succeeds has to fit the document's schema of it as well.
 */
export type Call = <T = Record<string, unknown>>(sent: Sent) => Promise<T>;

/** Drives one operation: at least one success, and its own refusals. */
export type Driver = (call: Call, world: World) => Promise<void>;
export type Drivers = Readonly<Record<string, Driver>>;
