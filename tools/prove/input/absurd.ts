import type { Random } from "../random";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const TEXTS: readonly [string, ...string[]] = [
  "",
  " ",
  "\u00a0\ufeff",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "a|b",
  "\r\nX-Injected: 1",
  "\u001b[31m",
  "\u202e",
  "é".repeat(255),
  "e\u0301",
  "😀".repeat(256),
  "x".repeat(70_000),
  "../../../etc/passwd",
  "%00",
  "%ff",
  "' or 1=1 --",
  "\\",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "//evil.example",
  "http://169.254.169.254/",
  "https://user:pass@evil.example",
  "=1+1",
  "1e3",
  "NaN",
  "-0",
  "-1",
  "0.001",
  "9999999999999.99",
  "1".repeat(400),
  "१२",
  "2026-13-45T99:99:99Z",
  "+275760-09-13T00:00:00.001Z",
  "00000000-0000-0000-0000-000000000000",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "$@1",
  "$K1",
  "$undefined",
];

const NUMBERS: readonly [number, ...number[]] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.005,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
];

/** Any JSON value, more likely a bad one; never deeper than a few levels. */
export function absurd(random: Random, depth = 0): Json {
  const kind = random.whole(0, depth > 3 ? 3 : 5);
  switch (kind) {
    case 0:
      return random.pick(TEXTS);
    case 1:
      return random.pick(NUMBERS);
    case 2:
      return random.pick([true, false, null]);
    case 3:
      return absurdText(random);
    case 4:
      return Array.from({ length: random.whole(0, 4) }, () => absurd(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.whole(0, 4) }, () => [absurdText(random), absurd(random, depth + 1)]),
      );
  }
}

/** Letters from all of Unicode, including lone surrogates. */
export function absurdText(random: Random, most = 12): string {
  if (random.chance(0.3)) return random.pick(TEXTS);
  const unit = (): number => (random.chance(0.6) ? random.whole(0x20, 0x7e) : random.whole(0, 0xffff));
  return String.fromCharCode(...Array.from({ length: random.whole(0, most) }, unit));
}

/** Bytes that are not text. */
export function absurdBytes(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: random.whole(0, most) }, () => random.whole(0, 255)));
}

/** The same value with one or more changes: a leaf replaced, a key deleted, added or renamed, a level added. */
export function mutated(random: Random, value: Json): Json {
  if (random.chance(0.1)) return absurd(random);
  if (isList(value)) {
    if (random.chance(0.2)) return [...value, absurd(random)];
    if (value.length === 0) return value;
    const at = random.whole(0, value.length - 1);
    return value.map((item, index) => (index === at ? mutated(random, item) : item));
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0 || random.chance(0.15)) {
      return { ...value, [absurdText(random)]: absurd(random) };
    }
    const at = random.whole(0, entries.length - 1);
    if (random.chance(0.15)) return Object.fromEntries(entries.filter((_, index) => index !== at));
    return Object.fromEntries(
      entries.map(([key, item], index) => [key, index === at ? mutated(random, item) : item]),
    );
  }
  return random.chance(0.15) ? [value] : absurd(random);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** A JSON text that no serialiser writes: cut, doubled, nested too deeply, or in no encoding at all. */
export function mangled(random: Random, text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  const at = random.whole(0, Math.max(0, bytes.length - 1));
  switch (random.whole(0, 7)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), absurdBytes(random, 8), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 3:
      return Buffer.from(text.replace("{", `{"transaction_id":"a","transaction_id":"b",`));
    case 4:
      return Buffer.from("[".repeat(random.whole(1, 5_000)));
    case 5:
      return Buffer.from(`{"a":${"1".repeat(random.whole(1, 2_000))}e${random.whole(0, 999_999)}}`);
    case 6:
      return Buffer.from(text, "utf16le");
    default:
      return Buffer.concat([bytes, Buffer.alloc(random.pick([1, 70_000]), 0x20)]);
  }
}
