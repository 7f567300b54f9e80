import type { z } from "zod";

/**
 * One operation of the ops extension (decision 0040). The schemas validate what is sent, type the handlers and the
 * clients, and are what the OpenAPI document is made of, so that the three cannot drift apart.
 */
export type OpsOperation = {
  method: "GET" | "POST";
  path: `/v1/ops/${string}`;
  /** One sentence for the API's readers. */
  summary: string;
  /** Set where nothing changes: a client may send it again when its answer was lost. */
  isRead?: true;
  /** Strict: an unknown field is refused by its name. Null where nothing is sent. */
  request: z.ZodType | null;
  /** Loose: a reader must not break on fields that it does not know yet. */
  response: z.ZodType;
  /** Refusals beside those that every operation has (400, 401, 429, 5xx): when each of them is answered. */
  refusals: Readonly<Partial<Record<404 | 409 | 422, string>>>;
};

export type OpsOperations = Readonly<Record<string, OpsOperation>>;
