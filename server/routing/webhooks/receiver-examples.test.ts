import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { signatureHeaders } from "@/tools/testing/routing/webhook-ops";
import { signedHeaders } from "./sign";

/** The examples of docs/webhooks.md, read from the page itself and run on what the service signs. */
const PAGE = readFileSync(join(projectRoot(), "docs/webhooks.md"), "utf8");
const OLD = `whsec_${Buffer.from("test_webhook_secret_32_bytes_old").toString("base64")}`;
const NEW = `whsec_${Buffer.from("test_webhook_secret_32_bytes_new").toString("base64")}`;
const BODY = '{"udf1":"naïve ₹ 👍"}';

type Case = { secret: string; headers: Record<string, string>; body: string };
type Verify = (cases: readonly Case[]) => Promise<boolean[]>;

function example(language: string): string {
  const block = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(PAGE)?.[1];
  if (block === undefined) throw new Error(`docs/webhooks.md has no example in ${language}`);
  return block;
}

const byTypeScript: Verify = async (cases) => {
  const { code } = await transform(example("ts"), { loader: "ts", format: "esm" });
  const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  const { isGenuine } = (await import(/* @vite-ignore */ address)) as {
    isGenuine: (secret: string, headers: Record<string, string>, rawBody: Buffer) => boolean;
  };
  return cases.map(({ secret, headers, body }) => isGenuine(secret, headers, Buffer.from(body)));
};

const byPython: Verify = (cases) => {
  const program = `${example("python")}
import json, sys
cases = json.load(sys.stdin)
print(json.dumps([is_genuine(c["secret"], c["headers"], c["body"].encode()) for c in cases]))`;
  return new Promise((resolve, reject) => {
    const child = execFile("python3", ["-c", program], (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as boolean[]);
      else reject(new Error(`the example failed: ${stderr}`));
    });
    child.stdin?.end(JSON.stringify(cases));
  });
};

const hasPython = spawnSync("python3", ["--version"], { stdio: "ignore" }).error === undefined;

describe.each([
  ["TypeScript", byTypeScript, true],
  [hasPython ? "Python" : "Python (skipped: there is no python3 here)", byPython, hasPython],
] as const)("the receiver of docs/webhooks.md in %s", (_language, verify, isThere) => {
  test.runIf(isThere)("takes what the service signs and nothing else", async () => {
    const sign = (secrets: string[], agoMs = 0): Record<string, string> =>
      signatureHeaders(
        signedHeaders({
          host: "shop.example",
          webhookId: "msg_0123",
          at: new Date(Date.now() - agoMs),
          body: BODY,
          secrets,
        }),
      );
    const headers = sign([OLD]);
    const genuine: Case[] = [
      { secret: OLD, headers, body: BODY },
      { secret: OLD, headers: sign([NEW, OLD]), body: BODY },
      { secret: NEW, headers: sign([NEW, OLD]), body: BODY },
    ];
    const forged: Case[] = [
      { secret: NEW, headers, body: BODY },
      { secret: OLD, headers, body: `${BODY} ` },
      { secret: OLD, headers: { ...headers, "webhook-id": "msg_0124" }, body: BODY },
      { secret: OLD, headers: sign([OLD], 400_000), body: BODY },
      { secret: OLD, headers: sign([OLD], -400_000), body: BODY },
      { secret: OLD, headers: { ...headers, "webhook-timestamp": "soon" }, body: BODY },
      { secret: OLD, headers: { ...headers, "webhook-signature": "v1,é" }, body: BODY },
      { secret: OLD, headers: { ...headers, "webhook-signature": "" }, body: BODY },
      { secret: OLD, headers: {}, body: BODY },
    ];
    expect(await verify(genuine)).toEqual(genuine.map(() => true));
    expect(await verify(forged)).toEqual(forged.map(() => false));
  });
});
