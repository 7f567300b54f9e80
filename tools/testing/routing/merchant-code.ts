import { createHash, createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** The raw response. */
export type Reply = { status: number; text: string; json: unknown; headers: Headers };

export type Path =
  | "/v1/route/initiate_payment"
  | "/v1/route/transaction-status"
  | "/v1/route/transaction-cancel"
  | "/v1/route/refund-initiate/"
  | "/v1/route/refund-status/";

/**
 * Code that a merchant would write from the specification alone: paths, formulas and headers are duplicated here on
 * purpose, so that an error in the shared contract cannot go unnoticed. The service's tests therefore use this and not
 * lib/client, which is built on that contract (decision 0101).
 */
export class MerchantCode {
  constructor(
    readonly baseUrl: string,
    readonly apiKey: string,
    readonly salt: string,
  ) {}

  /** The same merchant at another process of the service. */
  at(baseUrl: string): MerchantCode {
    return new MerchantCode(baseUrl, this.apiKey, this.salt);
  }

  /** The hash that signs a request (specification 5). */
  hash(...parts: string[]): string {
    return createHash("sha256")
      .update([this.apiKey, ...parts, this.salt].join("|"))
      .digest("hex");
  }

  /** Sends a body whose hashed values the caller passes; a string is sent byte for byte. */
  async send(
    path: string,
    body: object | string,
    hashed: string[],
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    return this.raw(path, {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        "X-API-Key": this.apiKey,
        Hash: this.hash(...hashed),
        ...headers,
      },
    });
  }

  async raw(
    path: string,
    request: { method?: string; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<Reply> {
    const response = await fetch(this.baseUrl + path, {
      method: request.method ?? "POST",
      headers: request.headers ?? {},
      body: request.body ?? null,
      redirect: "manual",
    });
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, text, json, headers: response.headers };
  }

  initiate(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Reply> {
    const body = paymentBody(fields);
    const hashed = [String(body.merchant_transaction_id), String(body.transaction_amount)];
    return this.send("/v1/route/initiate_payment", body, hashed, headers);
  }

  status(reference: string): Promise<Reply> {
    return this.send("/v1/route/transaction-status", { merchant_transaction_id: reference }, [reference]);
  }

  /** The records that {@link status} returns for a reference, latest first. */
  async records(reference: string): Promise<Record<string, unknown>[]> {
    return (await this.status(reference)).json as Record<string, unknown>[];
  }

  cancel(reference: string): Promise<Reply> {
    return this.send("/v1/route/transaction-cancel", { merchant_transaction_id: reference }, [reference]);
  }

  refund(
    transactionId: string,
    amount: string,
    extra: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const body = { transaction_id: transactionId, refund_amount: amount, ...extra };
    return this.send("/v1/route/refund-initiate/", body, [transactionId, amount], headers);
  }

  refundStatus(refundId: string): Promise<Reply> {
    return this.send("/v1/route/refund-status/", { refund_id: refundId }, [refundId]);
  }

  /** The ops extension: HMAC-SHA256 over timestamp, method, path and the body's SHA-256. */
  ops(
    method: "GET" | "POST",
    path: string,
    body?: object | string,
    override: Partial<Record<"timestamp" | "signature" | "salt", string>> = {},
  ): Promise<Reply> {
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const timestamp = override.timestamp ?? String(Math.floor(Date.now() / 1000));
    const bodyHash = createHash("sha256").update(text).digest("hex");
    const signature =
      override.signature ??
      createHmac("sha256", override.salt ?? this.salt)
        .update([timestamp, method, path, bodyHash].join("\n"))
        .digest("hex");
    return this.raw(path, {
      method,
      ...(method === "POST" ? { body: text } : {}),
      headers: {
        "X-API-Key": this.apiKey,
        "X-Ops-Timestamp": timestamp,
        "X-Ops-Signature": signature,
        ...(method === "POST" ? { "Content-Type": "application/json" } : {}),
      },
    });
  }

  /**
   * Creates a payment and makes the customer's choice on the checkout page. Tries again where the service is busy, as on a
   * machine with other work.
   */
  async payment(
    fields: Record<string, unknown> = {},
    outcome: "success" | "failure" | "drop" | null = "success",
  ): Promise<CreatedPayment> {
    let reply = await this.initiate(fields);
    for (let triesLeft = 10; reply.status === 503 && triesLeft > 0; triesLeft -= 1) {
      await sleep(1_000);
      reply = await this.initiate(fields);
    }
    if (reply.status !== 201) throw new Error(`the payment was not created: ${reply.text}`);
    const created = reply.json as CreatedPayment;
    if (outcome !== null) await choose(created.payment_link, outcome);
    return created;
  }
}

export type CreatedPayment = {
  success: boolean;
  payment_link: string;
  transaction_id: string;
  merchant_transaction_id: string;
};

/** A complete body of a creation, with a new reference (specification 4.1). */
export function paymentBody(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    merchant_transaction_id: newReference(),
    transaction_amount: "500.00",
    customer_details: { customer_email: "customer@example.com" },
    ...fields,
  };
}

export function newReference(): string {
  return `ORDER-${randomUUID()}`;
}

/** The request of the browser when the customer presses a button of the checkout page. */
export async function choose(
  link: string,
  outcome: string,
): Promise<{ status: number; location: string | null; text: string }> {
  const response = await fetch(link, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ outcome }).toString(),
    redirect: "manual",
  });
  return { status: response.status, location: response.headers.get("location"), text: await response.text() };
}

/** Retries `read` until `satisfied` accepts its value; on timeout, the error shows the last value. */
export async function eventually<T>(
  read: () => Promise<T>,
  satisfied: (value: T) => boolean,
  limitMs = 60_000,
): Promise<T> {
  const until = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (satisfied(value)) return value;
    if (Date.now() > until) throw new Error(`gave up waiting; the last value was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
