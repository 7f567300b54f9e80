import { describe, expect, test } from "vitest";
import { emailDueAt } from "./email-time";

const KOLKATA = "Asia/Kolkata";
const none = { timeZone: KOLKATA, quiet: null, digestAt: null };
const night = { ...none, quiet: { from: 22 * 60, until: 7 * 60 } };
const due = (now: string, preferences: Parameters<typeof emailDueAt>[1]): string =>
  emailDueAt(new Date(now), preferences).toISOString();

describe("an e-mail is due", () => {
  test.each([
    ["at once without quiet hours", "2026-11-21T20:00:00.000Z", none, "2026-11-21T20:00:00.000Z"],
    ["at once outside of them", "2026-11-21T09:00:00.000Z", night, "2026-11-21T09:00:00.000Z"],
    ["at their end, before midnight", "2026-11-21T17:00:00.000Z", night, "2026-11-22T01:30:00.000Z"],
    ["at their end, after midnight", "2026-11-21T20:00:00.000Z", night, "2026-11-22T01:30:00.000Z"],
    ["at once in the minute of their end", "2026-11-22T01:30:00.000Z", night, "2026-11-22T01:30:00.000Z"],
    [
      "at the digest's time of today",
      "2026-11-21T01:00:00.000Z",
      { ...night, digestAt: 540 },
      "2026-11-21T03:30:00.000Z",
    ],
    [
      "at that of tomorrow",
      "2026-11-21T04:00:00.000Z",
      { ...none, digestAt: 540 },
      "2026-11-22T03:30:00.000Z",
    ],
  ])("%s", (_when, now, preferences, expected) => {
    expect(due(now, preferences)).toBe(expected);
  });

  test("at the end of quiet hours on the day whose clocks change", () => {
    const berlin = { timeZone: "Europe/Berlin", quiet: { from: 22 * 60, until: 7 * 60 }, digestAt: null };
    expect(due("2026-03-28T23:00:00.000Z", berlin)).toBe("2026-03-29T05:00:00.000Z");
  });
});
