import type { FastifyInstance } from "fastify";
import { createDocument } from "./document";
import { docsPage } from "./page/page";

/** The paths of the API's description; public, because it contains nothing about any merchant. */
export const DOCUMENT_PATHS = ["/openapi.json", "/docs"] as const;

/** Both are built once, at the start: they change only with the program. */
export function registerDocument(app: FastifyInstance, publicUrl: string): void {
  const document = createDocument(publicUrl);
  const json = JSON.stringify(document, null, 2);
  const page = docsPage(document);
  const [documentPath, pagePath] = DOCUMENT_PATHS;

  app.get(documentPath, (_request, reply) =>
    reply
      .headers({ "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" })
      .send(json),
  );
  app.get(pagePath, (_request, reply) =>
    reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": page.contentSecurityPolicy,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      })
      .send(page.html),
  );
}
