import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPS } from "@/lib/contract/ops";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
let page: string;
beforeAll(async () => {
  service = await startTestService();
  page = await (await fetch(`${service.baseUrl}/docs`)).text();
});
afterAll(() => service.stop());

describe("GET /docs", () => {
  test("is a page that runs nothing and fetches nothing from another host", async () => {
    const response = await fetch(`${service.baseUrl}/docs`);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/,
    );
    expect(page).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|\sstyle=|url\(/i);
  });

  test("has an anchor for every operation, a link to each, and no link that leads nowhere", () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    for (const name of ["initiate_payment", "refund_status", ...Object.keys(OPS)]) {
      expect(ids).toContain(name);
      expect(links).toContain(name);
    }
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  });

  test("its curl examples work as they stand, with a key and a salt", async () => {
    const blocks = [...page.matchAll(/<pre[^>]*><code>([^]*?)<\/code><\/pre>/g)].map((match) =>
      unescape(match[1] ?? ""),
    );
    const [create, search] = blocks.filter((block) => block.includes("curl"));
    const run = async (script: string | undefined): Promise<unknown> => {
      const { stdout } = await promisify(execFile)("bash", ["-c", script ?? ""], {
        env: {
          NODE_ENV: "test",
          PATH: process.env.PATH,
          KEY: service.merchant.apiKey,
          SALT: service.merchant.salt,
        },
      });
      return JSON.parse(stdout) as unknown;
    };
    expect(await run(create)).toMatchObject({ success: true });
    await service.merchant.payment();
    expect(await run(search)).toMatchObject({ payments: [{ transaction_status: "SUCCESS" }] });
  });
});

function unescape(text: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => signs[name] ?? "");
}

test.each(["/openapi.json", "/docs"])(
  "%s takes GET and HEAD alone, and is otherwise 405 with Allow",
  async (path) => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const reply = await service.merchant.raw(path, { method });
      expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
    expect((await fetch(service.baseUrl + path, { method: "HEAD" })).status).toBe(200);
    expect((await service.merchant.raw(`${path}/x`, { method: "GET" })).status).toBe(404);
  },
);
