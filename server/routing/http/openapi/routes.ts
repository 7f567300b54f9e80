import type { FastifyInstance } from "fastify";
import { createDocument } from "./document";
import { docsPage } from "./page/page";

/** The paths of the API's description; public, because it contains nothing about any merchant. */
export const DOCUMENT_PATHS = ["/openapi.json", "/docs"] as const;

/** Both are built once, when they are first requested: few processes are ever asked, and it took a third of a start. */
export function registerDocument(app: FastifyInstance, publicUrl: string): void {
  const document = buildOnce(() => createDocument(publicUrl));
  const json = buildOnce(async () => JSON.stringify(await document(), null, 2));
  const page = buildOnce(async () => docsPage(await document()));
  const [documentPath, pagePath] = DOCUMENT_PATHS;

  app.get(documentPath, async (_request, reply) =>
    reply
      .headers({ "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" })
      .send(await json()),
  );
  app.get(pagePath, async (_request, reply) => {
    const { html, contentSecurityPolicy } = await page();
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": contentSecurityPolicy,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      })
      .send(html);
  });
}

/** A failure is not kept: the next request builds again. */
export function buildOnce<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | null = null;
  return () =>
    (built ??= build().catch((error: unknown) => {
      built = null;
      throw error;
    }));
}
