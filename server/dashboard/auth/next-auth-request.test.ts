import { expect, it } from "vitest";
import { faultOfNextAuthRequest, type NextAuthRequest } from "./next-auth-request";

const ASKED: NextAuthRequest = {
  method: "GET",
  segments: ["session"],
  origin: "http://127.0.0.1:3000",
  contentType: null,
  callbackUrls: [null, undefined, "/payments", "https://a.example/"],
};

it.each<[string, Partial<NextAuthRequest>, number | null]>([
  ["what pages and programs ask", {}, null],
  ["a sign-in", { method: "POST", segments: ["callback", "credentials"] }, null],
  ["a sign-in by GET", { segments: ["callback", "credentials"] }, 405],
  ["a line for the log", { method: "POST", segments: ["_log"] }, 404],
  ["JSON", { method: "POST", contentType: "application/json" }, 415],
  ["a way back that is no address", { callbackUrls: [":::"] }, 400],
  ["a way back that is a script", { callbackUrls: [null, "javascript:alert(1)"] }, 400],
])("%s", (_name, given, status) => {
  expect(faultOfNextAuthRequest({ ...ASKED, ...given })).toBe(status);
});
