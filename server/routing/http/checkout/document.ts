import { createHash } from "node:crypto";
import { html, Html } from "./html";
import { CHECKOUT_STYLES } from "./styles";

export type Page = { html: string; contentSecurityPolicy: string };

const STYLE_HASH = createHash("sha256").update(CHECKOUT_STYLES).digest("base64");

/** A whole page: no script, no image and no other host, so that only the service sees who pays what. */
export function document(page: { title: string; main: Html; isTest: boolean }): Page {
  const title = page.isTest ? `Test: ${page.title}` : page.title;
  const mark = page.isTest
    ? html`<header class="test"><strong>Test</strong> This is a test payment. No money is moved.</header>`
    : html``;
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${new Html(`<style>${CHECKOUT_STYLES}</style>`)}
      </head>
      <body>
        ${mark}
        <main>${page.main}</main>
        <footer><p>Hosted by Paydeck.</p></footer>
      </body>
    </html>`;
  // The CSP's form-action also covers redirects, and the merchant's address may redirect to other hosts.
  return {
    html: text.text,
    contentSecurityPolicy:
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' http: https:; ` +
      `base-uri 'none'; frame-ancestors 'none'`,
  };
}
