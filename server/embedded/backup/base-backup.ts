import { PassThrough } from "node:stream";
import pg from "pg";

/**
 * Every file of a running cluster as one tar stream, with the write-ahead log that makes them consistent. `manifest`
 * resolves after the stream has been read: Postgres' list of the files with their SHA-256.
 */
type BaseBackup = { files: AsyncIterable<Uint8Array>; manifest: Promise<string> };

/** Page checksums are verified during the backup, so that damage is found now and not when the backup is needed. */
const COMMAND =
  "BASE_BACKUP (LABEL 'paydeck', PROGRESS false, CHECKPOINT 'fast', WAL true, VERIFY_CHECKSUMS true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

/** `url` is the superuser's. The connection closes with the backup, whatever its outcome. */
export async function takeBaseBackup(url: string): Promise<BaseBackup> {
  const address = new URL(url);
  address.searchParams.set("replication", "true");
  const client = new pg.Client({ connectionString: address.href, application_name: "paydeck-backup" });
  const command = new BackupCommand();
  client.on("error", (error) => command.handleError(error));
  await client.connect();
  client.query(command);
  const manifest = endAfter(command.manifest, client);
  // Reported to the caller who awaits it; the stream of files fails with the same error.
  manifest.catch(() => undefined);
  return { files: command.files, manifest };
}

async function endAfter<Result>(work: Promise<Result>, client: pg.Client): Promise<Result> {
  try {
    return await work;
  } finally {
    await client.end();
  }
}

const NEW_ARCHIVE = "n".charCodeAt(0);
const MANIFEST = "m".charCodeAt(0);
const DATA = "d".charCodeAt(0);

/** The one command of Postgres' streaming replication protocol that is needed, as a query that `pg` can submit. */
class BackupCommand implements pg.Submittable {
  readonly files = new PassThrough();
  readonly manifest: Promise<string>;
  private settle: { resolve(text: string): void; reject(error: Error): void } | null = null;
  private archives = 0;
  private manifestParts: Buffer[] | null = null;

  constructor() {
    this.manifest = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    // An error before the first read would end the process if nobody listened.
    this.files.on("error", () => undefined);
  }

  submit(connection: pg.Connection): void {
    connection.query(COMMAND);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    const body = chunk.subarray(1);
    if (chunk[0] === NEW_ARCHIVE) this.archives += 1;
    else if (chunk[0] === MANIFEST) this.manifestParts = [];
    else if (chunk[0] === DATA && this.manifestParts !== null) this.manifestParts.push(Buffer.from(body));
    else if (chunk[0] === DATA && !this.files.write(Buffer.from(body))) this.holdBack(connection);
  }

  handleReadyForQuery(): void {
    if (this.archives !== 1 || this.manifestParts === null) {
      this.handleError(
        new Error(`the backup has ${this.archives} archives, and one with a manifest was expected`),
      );
      return;
    }
    this.files.end();
    this.settle?.resolve(Buffer.concat(this.manifestParts).toString("utf8"));
  }

  handleError(error: Error): void {
    this.files.destroy(error);
    this.settle?.reject(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  /** Messages of a packet already received still arrive: one call for each of them, and one listener for all. */
  private holdBack({ stream }: pg.Connection): void {
    if (stream.isPaused()) return;
    stream.pause();
    this.files.once("drain", () => stream.resume());
  }
}
