import { createHash } from "node:crypto";
import { html, Html } from "../../checkout/html";
import type { OpenApiDocument, OperationObject } from "../document-types";
import { guide, GUIDE_SECTIONS } from "./guide";
import { content, operationArticle } from "./operation";
import { prose } from "./prose";
import { DOCS_STYLES } from "./styles";

type DocsPage = { html: string; contentSecurityPolicy: string };

const STYLE_HASH = createHash("sha256").update(DOCS_STYLES).digest("base64");

type Place = { method: string; path: string; operation: OperationObject };
type Group = { name: string; description: string; id: string; places: Place[] };

/** The document as a page for people, rendered on the server: no script, no image, no other host. */
export function docsPage(document: OpenApiDocument): DocsPage {
  const groups = groupsOf(document);
  const baseUrl = document.servers[0]?.url ?? "";
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title}</title>
        ${new Html(`<style>${DOCS_STYLES}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <div class="layout">
          <nav aria-label="On this page">${navigation(document, groups)}</nav>
          <main id="content">
            <h1>${document.info.title}</h1>
            <p class="soft">
              Base address <code>${baseUrl}</code>. The same in machine-readable form:
              <a href="/openapi.json">OpenAPI 3.1 document</a>.
            </p>
            <div id="guide">${guide(baseUrl)}</div>
            ${groups.map((group) => section(document, group))} ${webhookSection(document)}
          </main>
        </div>
      </body>
    </html>`;
  return {
    html: page.text,
    contentSecurityPolicy:
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; ` +
      `frame-ancestors 'none'`,
  };
}

function groupsOf(document: OpenApiDocument): Group[] {
  const places = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Place => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return document.tags
    .map(({ name, description }) => ({
      name,
      description,
      id: `group-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`,
      places: places.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter((group) => group.places.length > 0);
}

/** Every operation on a wide screen; only the sections of the page on a narrow one. */
function navigation(document: OpenApiDocument, groups: readonly Group[]): Html {
  const links = (id: string, title: string, items: readonly { id: string; text: string }[]): Html =>
    html`<li>
      <a href="#${id}">${title}</a>
      <ul>
        ${items.map((item) => html`<li><a href="#${item.id}">${item.text}</a></li>`)}
      </ul>
    </li>`;
  return html`<ul class="parts">
    ${links(
      "guide",
      "Guide",
      GUIDE_SECTIONS.map(({ id, title }) => ({ id, text: title })),
    )}
    ${groups.map((group) =>
      links(
        group.id,
        group.name,
        group.places.map(({ operation: { operationId: id } }) => ({ id, text: id })),
      ),
    )}
    ${links(
      "sent-to-you",
      "Sent to you",
      Object.values(document.webhooks).map(({ post: { operationId: id } }) => ({ id, text: id })),
    )}
  </ul>`;
}

function section(document: OpenApiDocument, group: Group): Html {
  return html`<section aria-labelledby="${group.id}">
    <h2 id="${group.id}">${group.name}</h2>
    <p class="soft">${group.description}</p>
    ${group.places.map((place) => operationArticle(document, place))}
  </section>`;
}

function webhookSection(document: OpenApiDocument): Html {
  return html`<section aria-labelledby="sent-to-you">
    <h2 id="sent-to-you">Sent to you</h2>
    ${Object.values(document.webhooks).map(
      ({ post }) =>
        html`<h3 id="${post.operationId}">${post.summary}</h3>
          <p>${prose(post.description)}</p>
          ${content(document, post.requestBody.content["application/json"], "A webhook's body")}`,
    )}
  </section>`;
}
