import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import aws4 from "aws4";
import { freePort } from "@/server/embedded/postmaster";
import { endWithProcess } from "@/tools/testing/end-with-process";
import { projectRoot } from "@/server/platform/root";

export type S3Server = {
  /** The variables that name its bucket. */
  env: Record<string, string>;
  /** Where it keeps the bucket's objects. */
  folder: string;
  stop(): Promise<void>;
};

const BUCKET = "paydeck-backups";

/** The only pair that s3rver knows. */
const KEY = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/**
 * s3rver, an S3-compatible server from npm, as its own process on the loopback interface: it keeps objects and
 * parts of uploads as files. It does not check signatures of version 4, so requests come through a proxy that makes each
 * signature again with `aws4`, another implementation, and refuses those that differ as S3 does.
 */
export async function startS3Server(folder: string): Promise<S3Server> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const proxy = createServer((request, response) => forward(request, response, port));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address() as AddressInfo;
  const args = ["--directory", folder, "--address", "127.0.0.1", "--port", String(port)];
  const program = join(projectRoot(), "node_modules", "s3rver", "bin", "s3rver.js");
  const child = spawn(process.execPath, [program, ...args, "--configure-bucket", BUCKET, "--silent"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithProcess(child, "SIGKILL");
  await untilListening(child, port);
  return {
    env: {
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${address.port}`,
      BACKUP_S3_BUCKET: BUCKET,
      BACKUP_S3_KEY_ID: KEY.accessKeyId,
      BACKUP_S3_SECRET: KEY.secretAccessKey,
    },
    folder: join(folder, BUCKET),
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("s3rver did not start");
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  if (!isSigned(request)) {
    response.writeHead(403, { "content-type": "application/xml" });
    response.end("<Error><Code>SignatureDoesNotMatch</Code><Message>Check your key.</Message></Error>");
    return;
  }
  const { method, url: path, headers } = request;
  const onward = send({ host: "127.0.0.1", port, method, path, headers }, (onwardResponse) => {
    response.writeHead(onwardResponse.statusCode ?? 500, onwardResponse.headers);
    onwardResponse.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}

function isSigned({ method = "GET", url: path = "/", headers }: IncomingMessage): boolean {
  const given = headers.authorization ?? "";
  const [, region = ""] = /Credential=[^/]+\/\d{8}\/([^/]+)\/s3\/aws4_request/.exec(given) ?? [];
  const [, names = ""] = /SignedHeaders=([^,]+)/.exec(given) ?? [];
  const signed = Object.fromEntries(names.split(";").map((name) => [name, String(headers[name])]));
  const again = aws4.sign({ service: "s3", region, method, path, headers: signed }, KEY);
  const signatureOf = (text: unknown): string | undefined =>
    /Signature=([0-9a-f]{64})/.exec(String(text))?.[1];
  return signatureOf(given) !== undefined && signatureOf(given) === signatureOf(again.headers?.Authorization);
}
