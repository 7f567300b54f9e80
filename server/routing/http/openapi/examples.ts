import recorded from "./examples.json";

/** One exchange with the real service: the request, if any, and the response. */
export type Example = { request?: unknown; response: unknown };

/**
 * Recorded by the contract test from the service itself (see `docs/api.md`), with salts and secrets made unreadable;
 * the test checks each against the schemas of its operation.
 */
const EXAMPLES: Readonly<Record<string, Example>> = recorded;

export function exampleOf(operationId: string): Example | undefined {
  return EXAMPLES[operationId];
}
