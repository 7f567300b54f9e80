import type { BulkFileFault } from "@/lib/bulk";
import { err, ok, type Result } from "@/lib/result";

/** `isAssumed`: the bytes do not say how they are to be read, so a person should look at the result. */
type DecodedText = { text: string; isAssumed: boolean };

/** What begins an XLSX file (a ZIP archive) and an XLS file. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
/** Enough for a few lines, which have ASCII digits, delimiters and line ends. */
const SAMPLE_BYTES = 4_096;

/**
 * The text of a file: UTF-8, UTF-16 with or without a byte order mark, else Windows-1252, which Excel writes for a plain
 * "CSV". Single bytes that are not UTF-8 in a file that is become U+FFFD, a fault of their row.
 */
export function decodeText(bytes: Uint8Array): Result<DecodedText, BulkFileFault> {
  if (WORKBOOKS.some((magic) => magic.every((byte, index) => bytes[index] === byte)))
    return err({ kind: "workbook" });
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return accepted(new TextDecoder(wide).decode(bytes), false);
  try {
    return accepted(new TextDecoder("utf-8", { fatal: true }).decode(bytes), false);
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    const isMostlyUtf8 = countOf(text, /[^\0-\x7f\ufffd]/gu) > countOf(text, /\ufffd/gu);
    return isMostlyUtf8
      ? accepted(text, false)
      : accepted(new TextDecoder("windows-1252").decode(bytes), true);
  }
}

/** Control characters that no text has: an image, an archive, another encoding. */
const NO_TEXT = /(?!\s)\p{Cc}/u;

function accepted(text: string, isAssumed: boolean): Result<DecodedText, BulkFileFault> {
  if (isAssumed && NO_TEXT.test(text)) return err({ kind: "encoding" });
  return ok({ text: text.replace(/^\ufeff+/u, ""), isAssumed });
}

/** UTF-16 without a mark is recognised by its ASCII characters, of which every second byte is zero. */
function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let even = 0;
  let odd = 0;
  sample.forEach((byte, index) => {
    if (byte === 0 && index % 2 === 0) even += 1;
    if (byte === 0 && index % 2 === 1) odd += 1;
  });
  const enough = sample.length / 10;
  if (odd > enough && odd > even * 4) return "utf-16le";
  return even > enough && even > odd * 4 ? "utf-16be" : null;
}

function countOf(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
