import { describe, expect, it } from "vitest";
import { readStuckFilter } from "./stuck-filter";

describe("the address of the stuck payments", () => {
  it("is half an hour unless it says otherwise", () => {
    expect(readStuckFilter({})).toEqual({ minutes: 30, after: null, typed: "30", hasFault: false });
    expect(readStuckFilter({ minutes: "10080" })).toMatchObject({ minutes: 10_080, hasFault: false });
    expect(readStuckFilter({ minutes: "0" })).toMatchObject({ minutes: 0, hasFault: false });
  });

  it.each(["", "-5", "1.5", "1e3", "10081", "999999", "x", "٣٠"])("%j is shown at the field", (minutes) => {
    expect(readStuckFilter({ minutes })).toMatchObject({ minutes: 30, typed: minutes, hasFault: true });
  });

  it("takes only an instant for the beginning of a page", () => {
    expect(readStuckFilter({ after: "2026-11-21T08:00:00.000Z" }).after).toBe("2026-11-21T08:00:00.000Z");
    for (const after of ["yesterday", "2026", "2026-99-99T00:00:00Z", "x'; drop table"]) {
      expect(readStuckFilter({ after }).after).toBeNull();
    }
  });
});
