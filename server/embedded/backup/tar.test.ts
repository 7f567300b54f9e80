import { execFileSync } from "node:child_process";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CutOffError } from "./byte-reader";
import { readTar, TAR_END, TarError, tarHeader, tarPadding } from "./tar";

type File = { name: string; body: Buffer };

function archiveOf(files: readonly File[]): Buffer {
  const parts = files.flatMap(({ name, body }) => [
    tarHeader({ name, isFolder: false, size: body.length }),
    body,
    tarPadding(body.length),
  ]);
  return Buffer.concat([...parts, TAR_END]);
}

async function read(archive: Buffer, chunkBytes: number): Promise<File[]> {
  const files: File[] = [];
  const chunks = Readable.from(
    Array.from({ length: Math.ceil(archive.length / chunkBytes) }, (_, at) =>
      archive.subarray(at * chunkBytes, (at + 1) * chunkBytes),
    ),
  );
  for await (const { name, body } of readTar(chunks)) {
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(Buffer.from(part));
    files.push({ name, body: Buffer.concat(parts) });
  }
  return files;
}

const name = fc
  .array(fc.stringMatching(/^[a-z0-9_.]{1,40}$/), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join("/"));
const file = fc.record({
  name,
  body: fc.uint8Array({ maxLength: 1_500 }).map((bytes) => Buffer.from(bytes)),
});

test("what is written is read back, however the stream is cut into chunks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { maxLength: 4 }),
      fc.integer({ min: 1, max: 2_000 }),
      async (files, size) => {
        expect(await read(archiveOf(files), size)).toEqual(files);
      },
    ),
    { numRuns: 100 },
  );
});

test("a stream that ends within a file is never accepted as a whole one", async () => {
  const archive = archiveOf([{ name: "a", body: Buffer.alloc(700, 1) }]);
  for (const end of [100, 511, 512, 600, 1_211, 1_300]) {
    await expect(read(archive.subarray(0, end), 64), String(end)).rejects.toThrow(CutOffError);
  }
});

test("a header with a bit turned over is refused", async () => {
  const archive = archiveOf([{ name: "a", body: Buffer.from("x") }]);
  archive[0] = (archive[0] ?? 0) ^ 1;
  await expect(read(archive, 512)).rejects.toThrow(TarError);
});

test("the system's own tar reads it", () => {
  const long = `${"folder/".repeat(18)}file`;
  const listed = execFileSync("tar", ["-tf", "-"], {
    input: archiveOf([{ name: long, body: Buffer.from("x") }]),
  });
  expect(listed.toString().trim()).toBe(long);
});
