import { expect, test } from "vitest";
import { createRandom } from "../random";
import { absurd, absurdBytes, mangled, mutated } from "./absurd";
import { documentedOperations } from "./documented";
import { faultOfDashboard, faultOfRaw, faultOfService } from "./check-response";
import { growth } from "./memory";
import type { Received } from "./send";

const [operation] = documentedOperations({
  paths: {
    "/v1/x": {
      post: {
        operationId: "x",
        requestBody: { content: { "application/json": { schema: {}, example: { id: "1" } } } },
        responses: {
          200: {
            content: {
              "application/json": { schema: { $ref: "#/components/schemas/x" } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      x: {
        type: "object",
        properties: { id: { type: "string" } },
        required: ["id"],
        additionalProperties: {},
      },
    },
  },
});

function response(status: number, text: string, contentType = "application/json"): Received {
  return { kind: "answer", status, text, contentType };
}

test("an answer as documented passes; one field more, one less, another type, another status, or a 5xx does not", () => {
  if (operation === undefined) throw new Error("no operation was read");
  expect(faultOfService(operation, "POST", response(200, '{"id":"1"}'))).toBeNull();
  for (const [status, text] of [
    [200, '{"id":"1","more":1}'],
    [200, "{}"],
    [200, '{"id":1}'],
    [200, "not json"],
    [201, '{"id":"1"}'],
    [500, '{"detail":"Internal error."}'],
    [503, '{"detail":"later"}'],
    [400, '{"detail":"x","stack":"\\n    at f (a.js:1)"}'],
  ] as const) {
    expect(faultOfService(operation, "POST", response(status, text)), `${status} ${text}`).not.toBeNull();
  }
});

test("no answer is a fault, except where bytes were no request", () => {
  expect(faultOfService(null, "POST", { kind: "hung" })).not.toBeNull();
  expect(faultOfService(null, "POST", { kind: "closed", reason: "reset" })).not.toBeNull();
  expect(faultOfRaw({ kind: "closed", reason: "reset" })).toBeNull();
  expect(faultOfRaw({ kind: "hung" })).not.toBeNull();
  expect(faultOfRaw(response(500, ""))).not.toBeNull();
});

test("the dashboard's responses are of a known kind and contain no stack trace", () => {
  const sent = { method: "GET", path: "/api/live/payments" };
  expect(faultOfDashboard(sent, response(400, '{"kind":"invalid"}'))).toBeNull();
  expect(faultOfDashboard(sent, response(200, "{broken"))).not.toBeNull();
  expect(faultOfDashboard(sent, response(200, "x", "application/x-unheard-of"))).not.toBeNull();
  expect(
    faultOfDashboard(sent, response(200, "Error\n    at f (/srv/app/x.js:1:2)", "text/html")),
  ).not.toBeNull();
});

test("arguments that cannot be read are no excuse for a 500, not even for one without a word", () => {
  const broken = { method: "POST", path: "/people" };
  const wordless = response(500, '0:{"a":"$@1","f":"","b":"x"}\n1:E{"digest":"123"}\n', "text/x-component");
  expect(faultOfDashboard(broken, wordless)).not.toBeNull();
  expect(faultOfDashboard(broken, response(400, "What was sent cannot be read.", "text/plain"))).toBeNull();
});

test("a leak is growth; noise and warming up are not", () => {
  const flat = Array.from({ length: 50 }, (_, n) => (n < 8 ? 80 + n : 100 + (n % 3)));
  const leaking = Array.from({ length: 50 }, (_, n) => 100 + 4 * n);
  expect(growth(flat)).toBeLessThan(1.05);
  expect(growth(leaking)).toBeGreaterThan(1.5);
  expect(growth([100, 100])).toBeNull();
});

test("the same seed makes the same absurdities", () => {
  const made = (seed: number): string => {
    const random = createRandom(seed);
    return JSON.stringify(
      Array.from({ length: 50 }, () => [
        absurd(random),
        mutated(random, { a: [1, { b: "x" }] }),
        mangled(random, '{"a":1}').toString("hex"),
        absurdBytes(random, 9).toString("hex"),
      ]),
    );
  };
  expect(made(7)).toBe(made(7));
  expect(made(7)).not.toBe(made(8));
});
