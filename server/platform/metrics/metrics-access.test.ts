import { expect, test } from "vitest";
import { metricsAccess } from "./metrics-access";

const TOKEN = "a_token_of_the_operator";
const local = (headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") => ({
  headers: { host: "127.0.0.1:3000", ...headers },
  socket: { remoteAddress },
});

test("with a token, only who sends it as a bearer token reads the metrics, from wherever", () => {
  expect(metricsAccess(local(), TOKEN)).toBe("token_needed");
  expect(metricsAccess(local({ authorization: TOKEN }), TOKEN)).toBe("token_needed");
  expect(metricsAccess(local({ authorization: `Bearer ${TOKEN}x` }), TOKEN)).toBe("token_needed");
  expect(metricsAccess(local({ authorization: `Bearer ${TOKEN}` }, "192.0.2.7"), TOKEN)).toBe("allowed");
});

test("without a token, only this machine reads them, and not through a proxy", () => {
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    expect(metricsAccess(local({}, address), null)).toBe("allowed");
  }
  expect(metricsAccess(local({}, "192.0.2.7"), null)).toBe("hidden");
  for (const mark of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"]) {
    expect([mark, metricsAccess(local({ [mark]: "192.0.2.7" }), null)]).toEqual([mark, "hidden"]);
  }
});

test("without a token, a name that somebody else points at this machine does not help", () => {
  for (const host of ["localhost:4000", "[::1]:4000", "127.0.0.1"]) {
    expect([host, metricsAccess(local({ host }), null)]).toEqual([host, "allowed"]);
  }
  for (const host of ["evil.example:3000", "127.0.0.1.evil.example", "localhost.evil.example", ""]) {
    expect([host, metricsAccess(local({ host }), null)]).toEqual([host, "hidden"]);
  }
});
