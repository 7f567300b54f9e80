import { html, type Html } from "../../checkout/html";
import type { MediaType, OpenApiDocument, OperationObject, ResponseObject } from "../document-types";
import { codeBlock, prose } from "./prose";
import { type Row, schemaRows } from "./schema-rows";

/** Refusals that the page describes once for all operations. */
const DESCRIBED_ONCE = new Set(["405", "413", "415", "429", "500", "503"]);

/** One operation: its purpose, request and responses. Its anchor is its name. */
export function operationArticle(
  document: OpenApiDocument,
  place: { method: string; path: string; operation: OperationObject },
): Html {
  const { method, path, operation } = place;
  const { operationId: id } = operation;
  const request = operation.requestBody?.content["application/json"];
  const statuses = Object.entries(operation.responses).filter(([status]) => !DESCRIBED_ONCE.has(status));
  const success = statuses.find(([status]) => status.startsWith("2"));
  return html`<article aria-labelledby="${id}">
    <h3 id="${id}">${operation.summary} <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a></h3>
    <p class="address">
      <span class="method">${method}</span> <code>${path}</code> <span class="name">${id}</span>
    </p>
    ${operation.description === undefined ? html`` : html`<p>${prose(operation.description)}</p>`}
    ${headersNote(operation)}
    ${
      request === undefined
        ? html``
        : html`<h4>Request</h4>
            ${content(document, request, `Request of ${id}`)}`
    }
    <h4>Answers</h4>
    <dl class="statuses">${statuses.map(statusLine)}</dl>
    ${success === undefined ? html`` : successResponse(document, id, success)}
  </article>`;
}

function headersNote(operation: OperationObject): Html {
  const isIdempotent = operation.parameters.some(({ name }) => name === "Idempotency-Key");
  return isIdempotent ? html`<p>Takes an <a href="#idempotency">Idempotency-Key</a>.</p>` : html``;
}

function statusLine([status, response]: [string, ResponseObject]): Html {
  return html`<div>
    <dt><code>${status}</code></dt>
    <dd>${prose(response.description)}</dd>
  </div>`;
}

function successResponse(
  document: OpenApiDocument,
  id: string,
  [status, response]: [string, ResponseObject],
): Html {
  return html`<details>
    <summary>What <code>${status}</code> holds<span class="unseen">, for ${id}</span></summary>
    ${content(document, response.content["application/json"], `Answer of ${id}`)}
  </details>`;
}

/** The fields of a body in a table, and a recorded example. */
export function content(document: OpenApiDocument, media: MediaType, label: string): Html {
  const rows = schemaRows(media.schema, document);
  const table =
    rows.length === 0
      ? html`<p class="soft">No fields.</p>`
      : html`<table>
          <caption class="unseen">
            ${label}
          </caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(tableRow)}
          </tbody>
        </table>`;
  const example =
    media.example === undefined
      ? html``
      : codeBlock(`${label}, an example`, JSON.stringify(media.example, null, 2));
  return html`${table}${example}`;
}

function tableRow(row: Row): Html {
  if (row.kind === "heading") {
    const where = row.path === "" ? "" : `${row.path}: `;
    return html`<tr>
      <th scope="colgroup" colspan="2" class="form">${where}${row.text}</th>
    </tr>`;
  }
  const need = row.isRequired ? html` <span class="need">required</span>` : html``;
  return html`<tr>
    <th scope="row"><code>${row.path}</code><span class="type">${row.type}${need}</span></th>
    <td>${row.notes.map((note) => html`<p>${prose(note)}</p>`)}</td>
  </tr>`;
}
