/** A text, plain and in the usual encodings, at every offset inside the encoded data. */
export function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  const percent = hex.replace(/../g, (byte) => `%${byte}`);
  const base64 = [0, 1, 2].flatMap((offset) => {
    // Only characters made entirely of the secret's bits are independent of its surroundings.
    const from = Math.ceil((offset * 8) / 6);
    const until = Math.floor(((offset + bytes.length) * 8) / 6);
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    return [padded.toString("base64"), padded.toString("base64url")].map((text) => text.slice(from, until));
  });
  return [
    ...new Set([
      secret,
      hex,
      hex.toUpperCase(),
      percent,
      percent.toUpperCase(),
      encodeURIComponent(secret),
      Buffer.from(secret, "utf16le").toString("latin1"),
      ...base64,
    ]),
  ];
}
