import { expect } from "vitest";

/** The field errors of a 400 with a validation list (specification 7), whose entries name one field each. */
export function faultsOf(reply: { json: unknown }): Record<string, string> {
  const { success, message } = reply.json as { success: boolean; message: Record<string, string>[] };
  expect(success).toBe(false);
  for (const entry of message) expect(Object.keys(entry)).toHaveLength(1);
  return Object.assign({}, ...message) as Record<string, string>;
}
