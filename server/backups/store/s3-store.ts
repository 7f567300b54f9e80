import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { S3mini, S3NetworkError, S3ServiceError } from "s3mini";
import type { S3Settings } from "../env";
import type { BackupStore } from "./backup-store";

const MIB = 1024 * 1024;
const LEAST_PART_BYTES = 16 * MIB;
/** S3 allows 10,000 parts. */
const MOST_PARTS = 9_000;
/** The limit for one request; an upload sends each part in a request of its own. */
const REQUEST_LIMIT_MS = 10 * 60_000;

/**
 * An S3-compatible store, addressed by path. An object appears when its upload is complete; a part is sent up to four
 * times, and a failed upload is aborted.
 */
export function createS3Store(settings: S3Settings): BackupStore {
  const { endpoint, bucket, region, prefix, keyId, secret } = settings;
  const address = `${endpoint.replace(/(?<!\/)\/+$/, "")}/${bucket}`;
  const clientFor = (bytes: number): S3mini =>
    new S3mini({
      endpoint: address,
      region,
      accessKeyId: keyId,
      secretAccessKey: secret,
      minPartSize: Math.max(LEAST_PART_BYTES, Math.ceil(bytes / MOST_PARTS)),
    });
  const client = clientFor(0);
  const keyOf = (name: string): string => `${prefix}${name}`;
  const call = async <T>(request: Promise<T>, isTransfer = false): Promise<T> => {
    try {
      return await (isTransfer ? request : withLimit(request));
    } catch (error) {
      throw inWords(error, address);
    }
  };
  const missing = (name: string): Error => new Error(`${name} is not in ${address}`);
  return {
    title: `${address}/${prefix}`,
    async list() {
      const objects = await call(client.listObjects("/", prefix));
      if (objects === null) throw new Error(`there is no bucket ${address}`);
      return objects
        .map(({ Key: key, Size: bytes }) => ({ name: key.slice(prefix.length), bytes: Number(bytes) }))
        .filter(({ name }) => name !== "" && !name.includes("/"));
    },
    async put(name, path, bytes) {
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
      const uploading = clientFor(bytes);
      // A stream of known size up to one part is sent as it is, which fetch refuses to sign; a part is a buffer.
      const small = bytes <= uploading.minPartSize;
      const data = small ? new Uint8Array(await new Response(body).arrayBuffer()) : body;
      await call(uploading.putAnyObject(keyOf(name), data, "application/octet-stream"), true);
    },
    async putText(name, text) {
      await call(client.putObject(keyOf(name), text, "application/json"));
    },
    async read(name) {
      const response = await call(client.getObjectResponse(keyOf(name)));
      if (response === null || response.body === null) throw missing(name);
      return Readable.fromWeb(response.body as NodeStream);
    },
    async readText(name) {
      const text = await call(client.getObject(keyOf(name)));
      if (text === null) throw missing(name);
      return text;
    },
    async remove(name) {
      await call(client.deleteObject(keyOf(name)));
    },
  };
}

/** The client has no limit for a whole transfer, which may take hours; small requests must not hang. */
async function withLimit<T>(request: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), REQUEST_LIMIT_MS);
  });
  try {
    return await Promise.race([request, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Says only the status and code of a refusal: the rest can repeat what was sent. */
function inWords(error: unknown, address: string): unknown {
  if (error instanceof S3ServiceError) {
    return new Error(`${address} refused: ${error.status} ${error.serviceCode ?? ""}`.trim());
  }
  if (error instanceof S3NetworkError) return new Error(`${address} does not answer (${error.code})`);
  if (error instanceof TypeError) return new Error(`${address} does not answer (${messageOf(error)})`);
  return error;
}

/** The cause of a failed fetch says more than its message. */
function messageOf({ cause, message }: TypeError): string {
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
