import { expect, test } from "vitest";
import type { OpenFormRequest } from "@/lib/requests/request-state";
import { answerTo, withAnswer } from "./waiting-request-choice";

const shown = { requestId: "R1", steps: 1 } as OpenFormRequest;
const fulfils = { requestId: "R1", steps: 1, isFulfilled: true };
const entered = { confirmedDuplicates: ["other"] };

test("an answer counts for the request as it was shown, and for no other state or request", () => {
  expect(answerTo(shown, fulfils)).toBe(fulfils);
  expect(answerTo({ ...shown, steps: 2 }, fulfils)).toBeNull();
  expect(answerTo({ ...shown, requestId: "R2" }, fulfils)).toBeNull();
  expect(answerTo(null, fulfils)).toBeNull();
  expect(answerTo(shown, null)).toBeNull();
});

test("a refund that fulfils the request names it, one in addition confirms it, and without an answer neither is sent", () => {
  expect(withAnswer(fulfils, entered)).toEqual({ ...entered, requestId: "R1", requestSteps: 1 });
  expect(withAnswer({ ...fulfils, isFulfilled: false }, entered)).toEqual({
    confirmedDuplicates: ["other", "R1"],
    requestSteps: 1,
  });
  expect(withAnswer(null, entered)).toEqual(entered);
});
