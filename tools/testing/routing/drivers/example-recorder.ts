type Json = { readonly [key: string]: unknown };

/** Placeholders for secrets in examples. */
const SECRETS: Readonly<Record<string, string>> = {
  salt: "salt_shown_only_once",
  secret: "whsec_shown_only_once",
};

/**
 * Stores the first success of each operation as its example in the document (`UPDATE_EXAMPLES=1`): a real exchange,
 * with secrets and addresses of the test machine replaced.
 */
export class ExampleRecorder {
  readonly #examples: Record<string, { request?: unknown; response: unknown }> = {};
  readonly #addresses: readonly [string, string][];

  constructor(baseUrl: string, receiverUrl: string) {
    this.#addresses = [
      [receiverUrl, "https://shop.example/webhooks"],
      [baseUrl, "https://payments.example"],
    ];
  }

  note(operationId: string, request: unknown, response: unknown): void {
    this.#examples[operationId] ??= {
      ...(request === undefined ? {} : { request: this.#cleaned(request) }),
      response: this.#cleaned(response),
    };
  }

  text(): string {
    return `${JSON.stringify(this.#examples, null, 2)}\n`;
  }

  #cleaned(value: unknown): unknown {
    if (typeof value === "string") {
      const placed = this.#addresses.reduce((text, [own, shown]) => text.replaceAll(own, shown), value);
      return placed
        .replace(/API key \S+…/g, "API key key_exampl…")
        .replace(/(?:test_)?key_[A-Za-z0-9_-]{8,}/g, "key_example")
        .replace(/127\.0\.0\.1(:\d+)?/g, "shop.example");
    }
    if (Array.isArray(value)) return value.map((item: unknown) => this.#cleaned(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value as Json).map(([key, item]): [string, unknown] => [
        key,
        typeof item === "string" ? (SECRETS[key] ?? this.#cleaned(item)) : this.#cleaned(item),
      ]),
    );
  }
}
