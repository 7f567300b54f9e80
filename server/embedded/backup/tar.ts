import { ByteReader, CutOffError } from "./byte-reader";

/** The part of the tar format (POSIX ustar) that Postgres' base backups and Paydeck's backup files use. */
const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const SIZE_AT = 124;
const SIZE_BYTES = 12;
/** Larger sizes, from 8 GiB on, do not fit in octal digits: GNU tar and others write them as binary numbers. */
const MOST_OCTAL_BYTES = 8 ** 11 - 1;
const BINARY = 0x80;

export type TarEntry = { name: string; isFolder: boolean; size: number };
/** Read `body` before the next entry is requested; the rest of it is skipped. */
export type TarItem = TarEntry & { body: AsyncIterable<Buffer> };

/** The input is not a tar file of the supported kind. */
export class TarError extends Error {}

/** The two empty blocks that end a tar file. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

export function tarHeader({ name, isFolder, size }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  const { prefix, rest } = splitName(name);
  header.write(rest, 0);
  header.write(octal(isFolder ? 0o700 : 0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  writeSize(header, isFolder ? 0 : size);
  header.write(octal(0, 12), 136);
  header.write(isFolder ? "5" : "0", 156);
  header.write("ustar\x0000", 257);
  header.write(prefix, 345);
  header.write(`${octal(checksum(header), 7)}\0 `, 148);
  return header;
}

/** The padding after a body of `size` bytes, up to the next block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}

/** Throws {@link TarError} on anything but files and folders, and {@link CutOffError} when the file ends early. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarItem> {
  const reader = new ByteReader(source);
  for (;;) {
    const header = await reader.read(BLOCK_BYTES);
    if (header === null) return;
    if (header.every((byte) => byte === 0)) continue;
    const entry = parseHeader(header);
    let isRead = false;
    const body = (async function* (): AsyncGenerator<Buffer> {
      if (isRead) return;
      isRead = true;
      yield* bodyOf(reader, entry.size);
    })();
    yield { ...entry, body };
    if (!isRead) for await (const part of bodyOf(reader, entry.size)) void part;
    const padding = tarPadding(entry.size).length;
    if (padding > 0 && (await reader.read(padding)) === null) throw new CutOffError("a block is cut off");
  }
}

async function* bodyOf(reader: ByteReader, size: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const part of reader.take(size)) {
    read += part.length;
    yield part;
  }
  if (read !== size) throw new CutOffError("a file is cut off");
}

function parseHeader(header: Buffer): TarEntry {
  if (parseOctal(header.subarray(148, 156)) !== checksum(header)) throw new TarError("a header is damaged");
  const type = String.fromCharCode(header[156] ?? 0);
  if (type !== "0" && type !== "\0" && type !== "5")
    throw new TarError(`an entry of type ${type} is not known`);
  const prefix = text(header.subarray(345, 345 + PREFIX_BYTES));
  const rest = text(header.subarray(0, NAME_BYTES));
  const isFolder = type === "5";
  return {
    name: (prefix === "" ? rest : `${prefix}/${rest}`).replace(/(?<!\/)\/+$/, ""),
    isFolder,
    size: isFolder ? 0 : parseSize(header.subarray(SIZE_AT, SIZE_AT + SIZE_BYTES)),
  };
}

function splitName(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= NAME_BYTES) return { prefix: "", rest: name };
  const cut = name.lastIndexOf("/", PREFIX_BYTES);
  const rest = name.slice(cut + 1);
  if (cut <= 0 || Buffer.byteLength(rest) > NAME_BYTES) throw new TarError(`the name ${name} is too long`);
  return { prefix: name.slice(0, cut), rest };
}

/** The sum of all bytes, with those of the sum itself counted as spaces. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

function octal(value: number, width: number): string {
  return value.toString(8).padStart(width - 1, "0");
}

function writeSize(header: Buffer, size: number): void {
  if (size <= MOST_OCTAL_BYTES) header.write(octal(size, SIZE_BYTES), SIZE_AT);
  else {
    header[SIZE_AT] = BINARY;
    header.writeBigUInt64BE(BigInt(size), SIZE_AT + SIZE_BYTES - 8);
  }
}

function parseSize(field: Buffer): number {
  if (field[0] !== BINARY) return parseOctal(field);
  const size = Number(field.readBigUInt64BE(SIZE_BYTES - 8));
  if (!Number.isSafeInteger(size)) throw new TarError("a number in a header is damaged");
  return size;
}

function parseOctal(field: Buffer): number {
  const digits = text(field).trim();
  if (!/^[0-7]{1,11}$/.test(digits)) throw new TarError("a number in a header is damaged");
  return Number.parseInt(digits, 8);
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? field.length : end);
}
