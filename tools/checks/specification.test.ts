import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { hashInput } from "@/lib/contract/canonical";
import { AUTHENTICATION_FAILED, ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import * as requests from "@/lib/contract/requests";
import * as responses from "@/lib/contract/responses";
import { projectRoot } from "@/server/platform/root";

const root = projectRoot();
const SPECIFICATION = readFileSync(join(root, "docs/specification.md"), "utf8");

const SECTIONS: Record<EndpointName, { number: string; request: z.ZodType; response: z.ZodType }> = {
  initiate_payment: {
    number: "4.1",
    request: requests.initiatePaymentRequestSchema.strict(),
    response: responses.initiatePaymentResponseSchema.strict(),
  },
  transaction_status: {
    number: "4.2",
    request: requests.transactionStatusRequestSchema.strict(),
    response: responses.transactionStatusResponseSchema,
  },
  transaction_cancel: {
    number: "4.3",
    request: requests.cancelRequestSchema.strict(),
    response: responses.cancelResponseSchema.strict(),
  },
  refund_initiate: {
    number: "4.4",
    request: requests.initiateRefundRequestSchema.strict(),
    response: responses.initiateRefundResponseSchema.strict(),
  },
  refund_status: {
    number: "4.5",
    request: requests.refundStatusRequestSchema.strict(),
    response: responses.refundStatusResponseSchema.strict(),
  },
};

function sectionOf(number: string): string {
  const [, section = ""] =
    new RegExp(`^#{2,3} ${number}\\.? (.*?)(?=^#{2,3} |$(?![\\s\\S]))`, "ms").exec(SPECIFICATION) ?? [];
  return section;
}

describe.each(Object.entries(ENDPOINTS))("docs/specification.md on %s", (name, { path, hashed }) => {
  const { number, request, response } = SECTIONS[name as EndpointName];
  const section = sectionOf(number);
  const [, head = "", body = ""] = /```http\n(.*?)\n\n(.*?)\n```/s.exec(section) ?? [];
  const [, example = ""] = /```json\n(.*?)\n```/s.exec(section) ?? [];

  test("its example is a request that the service accepts, with the hash of its own parts", () => {
    const sent = JSON.parse(body) as Record<string, string>;
    expect(head.split("\n")[0]).toBe(`POST ${path}`);
    expect(request.safeParse(sent).error).toBeUndefined();
    const key = /^X-API-Key: (.+)$/m.exec(head)?.[1] ?? "";
    const parts = hashed.map((field) => sent[field] ?? "");
    const hash = createHash("sha256")
      .update(hashInput(key, parts, "test_salt_for_vectors"))
      .digest("hex");
    expect(/^Hash: (.+)$/m.exec(head)?.[1]).toBe(hash);
  });

  test("its answer has the fields that the service sends", () => {
    expect(response.safeParse(JSON.parse(example)).error).toBeUndefined();
  });

  test("its table has every field", () => {
    const shape = (request as z.ZodObject).shape;
    for (const field of Object.keys(shape)) expect(section).toContain(`\`${field}\``);
  });

  test("the table of hashes has its parts", () => {
    const row = `key \`\\|\` ${hashed.map((field) => `\`${field}\``).join(" `\\|` ")} \`\\|\` salt`;
    const rowOfEndpoint = sectionOf("5")
      .split("\n")
      .find((line) => line.includes(`| \`${path.replace("/v1/route/", "")}\``));
    expect(rowOfEndpoint).toContain(row);
  });
});

test("the tables of 2.1 and 2.2 have every field of the records", () => {
  const tables = [
    ["2.1", responses.transactionRecordSchema],
    ["2.2", responses.refundRecordSchema],
  ] as const;
  for (const [number, { shape }] of tables) {
    for (const field of Object.keys(shape)) expect(sectionOf(number)).toContain(`\`${field}\``);
  }
});

/** Read as text, because the import rules do not allow imports from the service here. */
const http = join(root, "server/routing/http");
const SOURCES = [
  ...readdirSync(http)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(http, name), "utf8")),
  readFileSync(join(root, "lib/text.ts"), "utf8"),
  JSON.stringify(AUTHENTICATION_FAILED),
].join("\n");

/** The text up to its first variable part, `<amount>`. */
const TEXTS = [...sectionOf("7").matchAll(/^\|(?: [^|]*\|)? \d{3} +\| `([^`<]+)/gm)].map(([, text = ""]) =>
  text.trimEnd(),
);

test("the tables of errors are read", () => {
  expect(TEXTS.length).toBeGreaterThan(40);
});

test.each(TEXTS)("the service has the error %j", (text) => {
  expect(SOURCES).toContain(text);
});
