import type { z } from "zod";
import { setImmediate } from "node:timers/promises";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { OPS, type OpsName } from "@/lib/contract/ops";
import { paymentWebhookSchema, refundWebhookSchema } from "@/lib/contract/webhooks";
import type { OpenApiDocument, PathItem } from "./document-types";
import { SharedSchemas, toJsonSchema } from "./json-schema";
import { opsOperation, specifiedOperation, type Workshop } from "./operations";
import { shareRefusals } from "./refusals";
import { SPECIFIED_NAMES } from "./specified-operations";
import { DESCRIPTION, SECURITY_SCHEMES, TAGS } from "./texts";

/**
 * The whole API in one document, built from the schemas that validate it: for `GET /openapi.json` and its page. It takes
 * hundreds of milliseconds of a processor in all, so other requests get a turn after each operation.
 */
export async function createDocument(publicUrl: string): Promise<OpenApiDocument> {
  const shared = new SharedSchemas();
  const workshop: Workshop = { shared, refusals: shareRefusals(shared) };
  const paths: Record<string, PathItem> = {};
  for (const name of SPECIFIED_NAMES) {
    paths[ENDPOINTS[name].path] = { post: specifiedOperation(name, workshop) };
    await setImmediate();
  }
  for (const name of Object.keys(OPS) as OpsName[]) {
    const operation = opsOperation(name, workshop);
    paths[OPS[name].path] = OPS[name].method === "GET" ? { get: operation } : { post: operation };
    await setImmediate();
  }
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: { title: "Paydeck payment routing service", version: "1.0.0", description: DESCRIPTION },
    servers: [{ url: publicUrl }],
    tags: [...TAGS],
    paths,
    webhooks: {
      payment: webhook(
        {
          operationId: "payment_webhook",
          summary: "A payment came to be, or reached its end.",
          body: paymentWebhookSchema,
        },
        shared,
      ),
      refund: webhook(
        {
          operationId: "refund_webhook",
          summary: "A refund reached its end. Only for endpoints that name its events.",
          body: refundWebhookSchema,
        },
        shared,
      ),
    },
    components: { securitySchemes: SECURITY_SCHEMES, schemas: shared.byName },
  };
}

function webhook(
  { operationId, summary, body }: { operationId: string; summary: string; body: z.ZodType },
  shared: SharedSchemas,
): OpenApiDocument["webhooks"][string] {
  return {
    post: {
      operationId,
      summary,
      description:
        "Sent to your endpoints with the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. It may " +
        "come twice or out of order: `webhook-id` is the same each time, and `sequence` shows what is older.",
      tags: ["Webhooks"],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: toJsonSchema(body, operationId, shared) },
        },
      },
      responses: {
        "2XX": { description: "It is delivered." },
        "410": { description: "The endpoint is gone: it is disabled at once." },
        default: { description: "Anything else is tried again, for more than a day." },
      },
    },
  };
}
