import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { blockOf, linesOf } from "@/server/checks/commands/documented";
import { isNginxInstalled, prepareNginx, WITHOUT_NGINX } from "@/server/checks/nginx";
import { selfSignedCertificate } from "@/server/checks/self-signed-certificate";
import { projectRoot } from "@/server/platform/root";
import { nginxRoutes } from "./cells-nginx";
import { freePort } from "./testing/service";

const table = (keys: string[]): string =>
  nginxRoutes({
    cells: ["a", "b"],
    keys: new Map(keys.map((key) => [key, "b"])),
    merchants: new Map([["1", "a"]]),
    tags: new Map([["t", "b"]]),
  });

/** A server that answers with the cell that the proxy chose, instead of a cell. */
const ECHO = "default_type text/plain; return 200 $paydeck_cell_of_key;";

test.skipIf(!isNginxInstalled)(
  `nginx reads every key that a merchant can have, and tells it from others${WITHOUT_NGINX}`,
  async () => {
    const keys = ["~tilde", "\\back\\slash", 'quo"te', "default", "include", "a;b{c}d$e", "x".repeat(200)];
    const port = await freePort();
    const nginx = await prepareNginx(port, { a: 1, b: 2 });
    await writeFile(nginx.routesFile, table(keys));
    const site = `include ${nginx.routesFile};\nserver { listen 127.0.0.1:${String(port)}; location / { ${ECHO} } }`;
    await writeFile(join(nginx.folder, "site.conf"), site);
    await nginx.start();
    try {
      const cellOf = async (key: string): Promise<string> =>
        (await fetch(`http://127.0.0.1:${String(port)}/`, { headers: { "x-api-key": key } })).text();
      expect(await Promise.all(keys.map(cellOf))).toEqual(keys.map(() => "b"));
      expect(await Promise.all(["tilde", "x".repeat(199), "backslash", ""].map(cellOf))).toEqual([
        "a",
        "a",
        "a",
        "a",
      ]);
    } finally {
      await nginx.stop();
    }
  },
);

test.skipIf(!isNginxInstalled)(
  `nginx accepts the file of deploy/cells with a table of a hundred thousand keys${WITHOUT_NGINX}`,
  async () => {
    const nginx = await prepareNginx(await freePort(), { a: 1, b: 2 });
    await writeFile(nginx.routesFile, table(Array.from({ length: 100_000 }, (_, i) => `key_${String(i)}`)));
    const tested = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(
        "nginx",
        ["-t", "-p", nginx.folder, "-c", join(nginx.folder, "nginx.conf")],
        (error, out, problems) => resolve({ code: error?.code ?? 0, output: out + problems }),
      );
    });
    expect(tested.output).not.toMatch(/emerg|warn/);
    expect(tested.code).toBe(0);
    await nginx.stop();
  },
  30_000,
);

/** A cell that answers with what reached it. */
async function startEchoingCell(name: string): Promise<{ port: number; stop: () => void }> {
  const server = createServer((request, response) => {
    response.end(JSON.stringify({ name, url: request.url, scheme: request.headers["x-forwarded-proto"] }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; text: string };

/** One request over a new connection that trusts this certificate only. */
function send(url: string, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith("https:") ? httpsRequest : httpRequest;
    request(url, { agent: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    })
      .on("error", reject)
      .end();
  });
}

test.skipIf(!isNginxInstalled)(
  `https is served with the certificate of the configuration, and a renewed one after a reload; http carries no signed call${WITHOUT_NGINX}`,
  async () => {
    const [a, b] = [await startEchoingCell("a"), await startEchoingCell("b")];
    const domain = "pay.example.test";
    const certificate = selfSignedCertificate(domain);
    const [port, httpPort] = [await freePort(), await freePort()];
    const nginx = await prepareNginx(port, { a: a.port, b: b.port }, { domain, httpPort, ...certificate });
    await writeFile(nginx.routesFile, table(["key_of_b"]));
    await nginx.start();
    try {
      const https = (path: string, options: RequestOptions = {}): Promise<Answer> =>
        send(`https://127.0.0.1:${String(port)}${path}`, {
          servername: domain,
          ca: certificate.cert,
          ...options,
          headers: { host: domain, ...options.headers },
        });
      const called = await https("/v1/route/transaction-status", { headers: { "x-api-key": "key_of_b" } });
      expect(JSON.parse(called.text)).toEqual({
        name: "b",
        url: "/v1/route/transaction-status",
        scheme: "https",
      });
      expect(called.headers["strict-transport-security"]).toBe("max-age=31536000");
      expect(JSON.parse((await https("/pay/1-token?x=1")).text)).toMatchObject({
        name: "a",
        url: "/pay/1-token?x=1",
      });
      // nginx 1.22 has it only by the setting. TLS 1.1 is no test of it: Debian's OpenSSL refuses that anyway.
      expect((await https("/", { minVersion: "TLSv1.3" })).status).toBe(200);

      const http = (path: string): Promise<Answer> =>
        send(`http://127.0.0.1:${String(httpPort)}${path}`, { headers: { host: domain } });
      const typed = await http("/pay/1-token?x=1");
      expect([typed.status, typed.headers.location]).toEqual([308, `https://${domain}/pay/1-token?x=1`]);
      const signed = await http("/v1/route/initiate_payment");
      expect([signed.status, signed.text]).toEqual([403, '{"detail":"Use https."}']);
      // As the program that renews the certificate leaves it for the issuer, who comes over http.
      const challenge = "/.well-known/acme-challenge/token-of-the-issuer";
      await mkdir(dirname(join(nginx.challengeFolder, challenge)), { recursive: true });
      await writeFile(join(nginx.challengeFolder, challenge), "token.thumbprint");
      const asked = await http(challenge);
      expect([asked.status, asked.text]).toEqual([200, "token.thumbprint"]);
      expect((await http("/.well-known/acme-challenge/unknown")).status).toBe(404);

      const renewed = selfSignedCertificate(domain);
      await writeFile(nginx.certificateFile, renewed.cert);
      await writeFile(nginx.keyFile, renewed.key);
      const before = nginx.workers();
      nginx.reload();
      // Until they have ended, connections may reach the workers that serve the earlier certificate.
      await vi.waitUntil(
        () => {
          const now = nginx.workers();
          return now.length > 0 && now.every((worker) => !before.includes(worker));
        },
        { timeout: 10_000, interval: 50 },
      );
      expect((await https("/", { ca: renewed.cert })).status).toBe(200);
      await expect(https("/")).rejects.toThrow("self-signed certificate");
      b.stop();
      const down = await https("/v1/ops/capabilities", {
        headers: { "x-api-key": "key_of_b" },
        ca: renewed.cert,
      });
      expect([down.status, down.headers["retry-after"], down.headers["strict-transport-security"]]).toEqual([
        503,
        "1",
        "max-age=31536000",
      ]);
    } finally {
      await nginx.stop();
      a.stop();
    }
  },
  30_000,
);

const hasEnvsubst = spawnSync("envsubst", ["--version"], { stdio: "ignore" }).status === 0;
const WITHOUT_ENVSUBST = hasEnvsubst
  ? ""
  : " (skipped: envsubst is not installed; Debian has it in gettext-base)";

test.skipIf(!hasEnvsubst)(
  `the command of docs/cells.md puts the domain and the certificate into the file, and nothing else${WITHOUT_ENVSUBST}`,
  () => {
    const [command = ""] = linesOf(blockOf("docs/cells.md", "envsubst")).filter((line) =>
      line.startsWith("envsubst"),
    );
    const [, names = ""] = /^envsubst '([^']+)' </.exec(command) ?? [];
    const values = {
      PAY_DOMAIN: "pay.shop.test",
      TLS_CERTIFICATE: "/tls/full.pem",
      TLS_CERTIFICATE_KEY: "/tls/key.pem",
    };
    expect(names).toBe("$PAY_DOMAIN $TLS_CERTIFICATE $TLS_CERTIFICATE_KEY");
    const input = readFileSync(join(projectRoot(), "deploy/cells/nginx.conf"), "utf8");
    const { stdout } = spawnSync("envsubst", [names], {
      input,
      encoding: "utf8",
      env: { NODE_ENV: "test", PATH: process.env.PATH, ...values },
    });
    const ofFile = (text: string): string => text.slice(text.indexOf("include "));
    const byHand = Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(`\${${name}}`, value),
      input,
    );
    expect(ofFile(stdout)).toBe(ofFile(byHand));
    expect(ofFile(stdout)).toContain("ssl_certificate /tls/full.pem;");
    expect(ofFile(stdout)).not.toContain("${");
  },
);
