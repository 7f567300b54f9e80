import { z } from "zod";

/** A part of the same `npm start` that is down: "routing", "dashboard" or "database", and since when (ISO 8601). */
export type PartDown = { part: string; since: string };

/** The starter's message to its processes whenever a part goes down or comes back. */
export type PartsMessage = { type: "parts_down"; parts: readonly PartDown[] };

const messageSchema = z.object({
  type: z.literal("parts_down"),
  parts: z.array(z.object({ part: z.string(), since: z.string() })),
});

let latest: readonly PartDown[] = [];

/** Starts listening to the starter. Call it once, at the start of a process. */
export function listenForParts(): void {
  process.on("message", (message) => {
    const parsed = messageSchema.safeParse(message);
    if (parsed.success) latest = parsed.data.parts;
  });
}

/** The parts that are down according to the starter; empty without a starter. */
export function partsDown(): readonly PartDown[] {
  return latest;
}
