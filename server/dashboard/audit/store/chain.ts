import { createHash } from "node:crypto";
import type { AuditLink } from "./audit-chain";

/** The result of `audit:verify`: the chain is intact, or the first place where it is not. */
export type ChainVerdict =
  | { kind: "whole"; rows: bigint; head: string }
  | { kind: "altered" | "missing"; position: bigint }
  /** Entries at the end were deleted, or added past the database's own trigger. */
  | { kind: "wrong_end"; last: bigint; expected: bigint }
  /** The hash recorded earlier is not the one stored at its position now. */
  | { kind: "other_history"; position: bigint };

/** A position and its hash, recorded elsewhere: an attacker who rewrites the whole chain cannot rewrite that record. */
export type Anchor = { position: bigint; hash: string };

/** Where the verification starts; what comes before is trusted. */
type ChainStart = { position: bigint; hash: Buffer };

const BEGINNING: ChainStart = { position: 0n, hash: Buffer.alloc(32) };

/**
 * Reads the chain in order and hashes each entry again. It shares no code with the trigger that wrote the hashes: a
 * changed trigger is found as well.
 */
export async function verifyChain(
  links: AsyncIterable<AuditLink>,
  end: { position: bigint; hash: Buffer },
  anchor: Anchor | null,
  from: ChainStart = BEGINNING,
): Promise<ChainVerdict> {
  let previous = from.hash;
  let position = from.position;
  for await (const link of links) {
    position += 1n;
    if (link.position !== position) return { kind: "missing", position };
    if (!hashOf(previous, link).equals(link.hash)) return { kind: "altered", position };
    if (anchor?.position === position && anchor.hash !== link.hash.toString("hex")) {
      return { kind: "other_history", position };
    }
    previous = link.hash;
  }
  if (end.position !== position || !end.hash.equals(previous)) {
    return { kind: "wrong_end", last: position, expected: end.position };
  }
  if (anchor !== null && anchor.position > position)
    return { kind: "other_history", position: anchor.position };
  return { kind: "whole", rows: position, head: previous.toString("hex") };
}

/** The text is written as Postgres writes a JSON array: JSON's own escapes, items separated by ", ". */
function hashOf(previous: Buffer, link: AuditLink): Buffer {
  const texts = [String(link.position), ...link.texts].map((text) => JSON.stringify(text));
  return createHash("sha256")
    .update(previous)
    .update(`[${texts.join(", ")}]`, "utf8")
    .digest();
}
