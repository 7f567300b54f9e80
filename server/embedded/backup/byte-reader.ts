/** A stream ended before the expected number of bytes. */
export class CutOffError extends Error {}

/** Reads a stream of chunks by byte counts, buffering at most one chunk more than requested. */
export class ByteReader {
  private readonly source: AsyncIterator<Uint8Array>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /**
   * Exactly `count` bytes; null when the stream ends before the first. Throws {@link CutOffError} when it ends later.
   */
  async read(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for await (const part of this.take(count)) parts.push(part);
    return parts.length === 0 && count > 0 ? null : Buffer.concat(parts);
  }

  /** The next `count` bytes in parts, as they arrive. Throws {@link CutOffError} when the stream ends early. */
  async *take(count: number): AsyncGenerator<Buffer> {
    let missing = count;
    while (missing > 0) {
      if (this.rest.length === 0 && !(await this.refill())) {
        if (missing === count) return;
        throw new CutOffError("the stream ends too early");
      }
      const part = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }

  private async refill(): Promise<boolean> {
    for (;;) {
      const next = await this.source.next();
      if (next.done === true) return false;
      if (next.value.length === 0) continue;
      this.rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length);
      return true;
    }
  }
}
