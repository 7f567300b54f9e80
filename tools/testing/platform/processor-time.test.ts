import { expect, test } from "vitest";
import { faultOfFigures } from "./processor-time";

test.each([
  [{ halfMs: 60, fullMs: 200, plainMs: 60 }, "grows faster than its size"],
  [{ halfMs: 80, fullMs: 190, plainMs: 1 }, null],
  [{ halfMs: 180, fullMs: 310, plainMs: 1 }, "costs more than a plain one"],
  [{ halfMs: 510, fullMs: 1_010, plainMs: 1_000 }, "holds the event loop"],
  [{ halfMs: 1, fullMs: 40, plainMs: 1 }, null],
])("of %j it is said: %s", (figures, fault) => {
  const said = faultOfFigures(figures, 15);
  if (fault === null) expect(said).toBeNull();
  else expect(said).toContain(fault);
});
