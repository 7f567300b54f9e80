import type { FastifyInstance } from "fastify";
import { createDocument } from "./document";
import { docsPage } from "./page/page";

/** Where the API describes itself; open to everybody, because it tells nothing of any merchant. */
export const DOCUMENT_PATHS = ["/openapi.json", "/docs"] as const;

/** Both are made once, at the start: they change with the program alone. */
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
