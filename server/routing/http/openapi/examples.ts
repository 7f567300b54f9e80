import recorded from "./examples.json";

/** One exchange with the real service: what was sent, where anything is, and what came back. */
export type Example = { request?: unknown; response: unknown };

/**
 * Recorded by the contract test from the service itself (`docs/api.md` tells how), salts and secrets made unreadable; the
 * test holds each of them to the schemas of its operation.
 */
const EXAMPLES: Readonly<Record<string, Example>> = recorded;

export function exampleOf(operationId: string): Example | undefined {
  return EXAMPLES[operationId];
}
