import { expect, test } from "vitest";
import { dashboardEntries, serviceEntries } from "./entries";

const TEXT = '"$1&é';

test("each address is read by its query, its path and a body, each action also by nothing and by its form", () => {
  const surface = {
    routes: ["/payments/[transactionId]"],
    actions: [{ id: "a1", page: "/payments", name: "searchAction" }],
  } as const;
  const entries = dashboardEntries(surface, { origin: "http://a", cookie: () => "c" });
  const sent = entries.map(({ name, of }) => ({ name, ...of(TEXT) }));
  expect(sent.map(({ name, method, path }) => [name, method, path.split("?", 1)[0]])).toEqual([
    ["/payments/[transactionId], its query", "GET", "/payments/x"],
    ["/payments/[transactionId], parameters", "GET", "/payments/x"],
    ["/payments/[transactionId], its path", "GET", `/payments/${encodeURIComponent(TEXT)}`],
    ["/payments/[transactionId], a body", "POST", "/payments/x"],
    ["searchAction, nothing", "POST", "/payments"],
    ["searchAction, null", "POST", "/payments"],
    ["searchAction, a text", "POST", "/payments"],
    ["searchAction, fields", "POST", "/payments"],
    ["searchAction, a form", "POST", "/payments"],
    ["an import", "POST", "/api/bulk"],
  ]);
  expect(sent.every(({ headers }) => headers.cookie === "c")).toBe(true);
  const fields = JSON.parse(sent[7]?.body?.toString() ?? "") as [Record<string, string>];
  expect(fields[0].reference).toBe(TEXT);
});

test("each text of an operation's example is replaced in turn, and the request signed", () => {
  const operation = {
    name: "x.search",
    method: "POST" as const,
    path: "/v1/ops/x",
    example: { id: "1", rules: [{ when: "a", share: 5 }] },
    faultOf: () => null,
  };
  const entries = serviceEntries([operation], { apiKey: "k", salt: "s" }, () => 1);
  const bodies = entries.slice(0, 2).map(({ of }) => JSON.parse(of(TEXT).body?.toString() ?? "") as unknown);
  expect(bodies).toEqual([
    { id: TEXT, rules: [{ when: "a", share: 5 }] },
    { id: "1", rules: [{ when: TEXT, share: 5 }] },
  ]);
  expect(entries.map(({ name }) => name)).toContain("notifications of cashfree");
  expect(Object.values(entries[0]?.of(TEXT).headers ?? {}).every((value) => value !== "")).toBe(true);
});
