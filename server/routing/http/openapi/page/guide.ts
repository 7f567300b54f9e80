import { ENDPOINTS } from "@/lib/contract/endpoints";
import { OPS_TOLERANCE_SECONDS } from "@/lib/contract/canonical";
import { html, type Html } from "../../checkout/html";
import { codeBlock } from "./prose";

/** The sections before the operations: how to sign, to retry, and to read a refusal. */
export const GUIDE_SECTIONS: readonly { id: string; title: string }[] = [
  { id: "signing", title: "Signing a request" },
  { id: "ops-signing", title: "Signing an operation of the extension" },
  { id: "idempotency", title: "Sending it again" },
  { id: "limits", title: "Limits" },
  { id: "refusals", title: "Refusals" },
  { id: "pages", title: "Pages" },
];

const SEARCH_PATH = "/v1/ops/payments/search";

/** Creates a payment from a terminal. `KEY` and `SALT` are the merchant's. */
function specifiedCurl(baseUrl: string): string {
  return `KEY=\${KEY:-key_…} SALT=\${SALT:-salt_…}
REFERENCE=ORDER-$(date +%s) AMOUNT=499.00
HASH=$(printf '%s' "$KEY|$REFERENCE|$AMOUNT|$SALT" | sha256sum | cut -d' ' -f1)
curl -s ${baseUrl}${ENDPOINTS.initiate_payment.path} \\
  -H 'Content-Type: application/json' -H "X-API-Key: $KEY" -H "Hash: $HASH" \\
  -d '{"merchant_transaction_id":"'"$REFERENCE"'","transaction_amount":"'"$AMOUNT"'","customer_details":{"customer_phone":"9876543210"}}'`;
}

/** Searches with the ops extension from a terminal. */
function opsCurl(baseUrl: string): string {
  return `KEY=\${KEY:-key_…} SALT=\${SALT:-salt_…}
BODY='{"status":["SUCCESS"],"limit":2}' WHEN=$(date +%s)
SUM=$(printf '%s' "$BODY" | sha256sum | cut -d' ' -f1)
SIGNATURE=$(printf '%s\\nPOST\\n${SEARCH_PATH}\\n%s' "$WHEN" "$SUM" | openssl dgst -sha256 -hmac "$SALT" -r | cut -d' ' -f1)
curl -s ${baseUrl}${SEARCH_PATH} \\
  -H 'Content-Type: application/json' -H "X-API-Key: $KEY" \\
  -H "X-Ops-Timestamp: $WHEN" -H "X-Ops-Signature: $SIGNATURE" -d "$BODY"`;
}

export function guide(baseUrl: string): Html {
  return html`
    <section aria-labelledby="signing">
      <h2 id="signing">Signing a request</h2>
      <p>
        The five endpoints under <code>/v1/route/</code> take your key in <code>X-API-Key</code> and a hash in
        <code>Hash</code>: the SHA-256, in lowercase hexadecimal, of these parts joined by <code>|</code>. The
        salt is never sent; keep it on your server.
      </p>
      <table>
        <caption class="unseen">
          What is hashed
        </caption>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col">Parts</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(ENDPOINTS).map(
            ([name, { hashed }]) =>
              html`<tr>
                <th scope="row">
                  <a href="#${name}"><code>${name}</code></a>
                </th>
                <td><code>${["key", ...hashed, "salt"].join(" | ")}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p>
        An amount is hashed exactly as it is written in the body: <code>1499.00</code> and
        <code>1499.0</code> give different hashes, as a string and as a number alike.
      </p>
      ${codeBlock("Creating a payment with curl", specifiedCurl(baseUrl))}
    </section>
    <section aria-labelledby="ops-signing">
      <h2 id="ops-signing">Signing an operation of the extension</h2>
      <p>
        The operations under <code>/v1/ops/</code> are for operators and their tools. They take
        <code>X-API-Key</code>, <code>X-Ops-Timestamp</code> (Unix seconds, at most
        ${OPS_TOLERANCE_SECONDS.toString()} off) and <code>X-Ops-Signature</code>: the HMAC-SHA256 under the
        salt, in lowercase hexadecimal, of the timestamp, the method, the path, and the SHA-256 of the body
        (of the empty text for a GET), one a line.
      </p>
      ${codeBlock("Searching payments with curl", opsCurl(baseUrl))}
    </section>
    <section aria-labelledby="idempotency">
      <h2 id="idempotency">Sending it again</h2>
      <p>
        An answer can be lost after the action was done. Give
        <a href="#initiate_payment">initiate_payment</a> and <a href="#refund_initiate">refund_initiate</a> an
        <code>Idempotency-Key</code>, a text of your own of 1 to 255 characters: the same key with the same
        body, byte for byte, gets the first answer again for 24 hours, marked
        <code>Idempotency-Replayed: true</code>. While the first request is in progress it is
        <code>409</code>, with another body <code>422</code>. The answers <code>401</code>, <code>409</code>,
        <code>422</code>, <code>429</code> and <code>5xx</code> are not kept.
      </p>
    </section>
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <p>
        A body has at most 64 KiB and 32 levels; no key of an object occurs twice. A key may send 500 requests
        a second and 1,000 at once unless it was given other limits; beyond them the answer is
        <code>429</code> with <code>Retry-After</code> in seconds. Only requests with a right hash or
        signature count; those that fail are limited apart, for each source and key. Characters are counted as
        code points: an emoji is one. Texts must not hold NUL or half a surrogate pair.
      </p>
    </section>
    <section aria-labelledby="refusals">
      <h2 id="refusals">Refusals</h2>
      <p>
        Whatever the operation: <code>401</code> when the key or its proof is wrong, <code>405</code> with
        <code>Allow</code> for another method, <code>413</code> for a body that is too large,
        <code>415</code> for one that is not JSON in UTF-8, <code>429</code> beyond the limits,
        <code>500</code> and <code>503</code> with a <code>request_id</code> for the service's logs. Another
        merchant's records are as absent as ones that never were.
      </p>
      <table>
        <caption class="unseen">
          Shapes of a refusal
        </caption>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Shape</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">401, and unknown addresses</th>
            <td><code>{"detail": "…"}</code></td>
          </tr>
          <tr>
            <th scope="row"><code>initiate_payment</code></th>
            <td><code>{"success": false, "message": [{"transaction_amount": "…"}]}</code></td>
          </tr>
          <tr>
            <th scope="row"><code>transaction_status</code>, <code>transaction_cancel</code></th>
            <td><code>{"success": false, "message": "…"}</code></td>
          </tr>
          <tr>
            <th scope="row"><code>refund_initiate</code>, <code>refund_status</code></th>
            <td><code>{"success": false, "message": "…", "data": null}</code></td>
          </tr>
          <tr>
            <th scope="row"><code>/v1/ops/</code></th>
            <td><code>{"detail": "…", "faults": [{"field": "limit", "text": "…"}]}</code></td>
          </tr>
        </tbody>
      </table>
    </section>
    <section aria-labelledby="pages">
      <h2 id="pages">Pages</h2>
      <p>
        A list has at most <code>limit</code> items, up to 200, and a <code>next_cursor</code>. Hand it back
        as <code>cursor</code>, with the same filters, until it is null. Pages repeat nothing and miss nothing
        when new records come in meanwhile.
      </p>
    </section>
  `;
}
