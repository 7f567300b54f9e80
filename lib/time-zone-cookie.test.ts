import { expect, it } from "vitest";
import { isTimeZone } from "./time-zone";
import { parseTimeZone, todaysZoneName } from "./time-zone-cookie";

it("takes a zone that the runtime knows, by its name of today, and UTC for anything else", () => {
  expect(parseTimeZone("Asia/Calcutta")).toBe("Asia/Kolkata");
  expect(parseTimeZone("America/New_York")).toBe("America/New_York");
  expect(parseTimeZone("EST5EDT")).toBe("America/New_York");
  for (const text of [undefined, "", "Mars/Olympus", "+05:30", "IST"])
    expect(parseTimeZone(text)).toBe("UTC");
});

it("knows no name that the runtime does not", () => {
  for (const zone of ["Asia/Calcutta", "Asia/Katmandu", "Asia/Rangoon", "Asia/Saigon", "CET", "HST", "WET"]) {
    expect(isTimeZone(todaysZoneName(zone))).toBe(true);
  }
});
