import type { z } from "zod";

/**
 * One operation of the ops extension (decision 0040). The schemas validate requests and responses, type the handlers
 * and the clients, and generate the OpenAPI document, so that the three always agree.
 */
export type OpsOperation = {
  method: "GET" | "POST";
  path: `/v1/ops/${string}`;
  /** One sentence for the API's readers. */
  summary: string;
  /** Set where nothing changes: a client may send it again when its response was lost. */
  isRead?: true;
  /** Strict: an unknown field is refused by its name. Null without a request body. */
  request: z.ZodType | null;
  /** Loose: a client must not break on fields that it does not know yet. */
  response: z.ZodType;
  /** Refusals beyond those of every operation (400, 401, 403, 429, 5xx): when each is returned. */
  refusals: Readonly<Partial<Record<404 | 409 | 422, string>>>;
};

export type OpsOperations = Readonly<Record<string, OpsOperation>>;
