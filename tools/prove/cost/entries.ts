import { MAX_BULK_BYTES } from "@/lib/bulk";
import { INPUT_NAMES } from "../input/action-requests";
import type { Json } from "../input/absurd";
import { type DashboardSurface, QUERY_NAMES } from "../input/dashboard-requests";
import type { Operation } from "../input/documented";
import type { Sent } from "../input/send";
import { type Credentials, signedHeaders } from "../input/service-requests";

/** Something that reads what is sent. `of` puts a text into a request; `bytes`: the longest text that is read. */
export type Entry = { name: string; bytes: number; of: (text: string) => Sent };

/** Of an address: Node reads heads of 16 KiB, which have a cookie too. */
const ADDRESS_BYTES = 10 * 1024;
/** Of a body, with what is around the text, and with each of its signs escaped. */
const BODY_BYTES = 24 * 1024;
const NOTIFICATION_BYTES = 250 * 1024;
const GATEWAYS = ["simulator", "stripe", "razorpay", "adyen", "paypal", "cashfree"];

/** Every address and server action of a build. */
export function dashboardEntries(
  { routes, actions }: DashboardSurface,
  given: { origin: string; cookie: () => string },
): Entry[] {
  const headers = () => ({ origin: given.origin, cookie: given.cookie() });
  const get = (path: string): Sent => ({ method: "GET", path, headers: headers(), body: null });
  const post = (path: string, body: string, more: Record<string, string>): Sent => ({
    method: "POST",
    path,
    headers: { ...headers(), ...more },
    body: Buffer.from(body),
  });
  const ofRoutes = routes.flatMap((route): Entry[] => [
    {
      name: `${route}, its query`,
      bytes: ADDRESS_BYTES,
      of: (text) => {
        const value = encode(text, ADDRESS_BYTES / QUERY_NAMES.length);
        return get(`${filled(route, "x")}?${QUERY_NAMES.map((name) => `${name}=${value}`).join("&")}`);
      },
    },
    {
      name: `${route}, parameters`,
      bytes: ADDRESS_BYTES,
      of: (text) => get(`${filled(route, "x")}?${"a&".repeat(text.length / 2)}`),
    },
    ...(route.includes("[")
      ? [
          {
            name: `${route}, its path`,
            bytes: ADDRESS_BYTES,
            of: (text: string) => get(filled(route, encode(text, ADDRESS_BYTES) || "x")),
          },
        ]
      : []),
    {
      name: `${route}, a body`,
      bytes: BODY_BYTES,
      of: (text) =>
        post(filled(route, "x"), `a=${text}`, { "content-type": "application/x-www-form-urlencoded" }),
    },
  ]);
  const ofActions = actions.flatMap(({ id, page, name }): Entry[] => {
    const call = (body: string, type = "text/plain;charset=UTF-8"): Sent =>
      post(filled(page, "x"), body, { "next-action": id, accept: "text/x-component", "content-type": type });
    const escaped = (text: string): string => (text.startsWith("$") ? `$${text}` : text);
    const part = (name: string, value: string): string =>
      `--form-boundary\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    return [
      { name: `${name}, nothing`, bytes: 0, of: () => call("[]") },
      { name: `${name}, null`, bytes: 0, of: () => call("[null,null]") },
      {
        name: `${name}, a text`,
        bytes: BODY_BYTES,
        of: (text) => call(JSON.stringify([escaped(text), escaped(text)])),
      },
      {
        name: `${name}, fields`,
        bytes: BODY_BYTES,
        of: (text) => {
          const value = escaped(text.slice(0, BODY_BYTES / INPUT_NAMES.length));
          return call(JSON.stringify([Object.fromEntries(INPUT_NAMES.map((name) => [name, value]))]));
        },
      },
      {
        name: `${name}, a form`,
        bytes: BODY_BYTES,
        of: (text) => {
          const value = text.slice(0, BODY_BYTES / INPUT_NAMES.length);
          const fields = INPUT_NAMES.map((name) => part(`_1_${name}`, value)).join("");
          const body = `${fields}${part("0", '[null,"$K1"]')}--form-boundary--\r\n`;
          return call(body, "multipart/form-data; boundary=form-boundary");
        },
      },
    ];
  });
  const anImport: Entry = {
    name: "an import",
    bytes: MAX_BULK_BYTES / 2,
    of: (text) => post("/api/bulk?kind=lookup", text, { "content-type": "text/csv" }),
  };
  return [...ofRoutes, ...ofActions, anImport];
}

/** Every documented operation, with a text in each place of its example, and every gateway's notifications. */
export function serviceEntries(
  operations: readonly Operation[],
  credentials: Credentials,
  nowSeconds: () => number,
): Entry[] {
  const ofOperations = operations.flatMap((operation): Entry[] => {
    const send = (value: Json): Sent => {
      const body = operation.method === "GET" ? null : Buffer.from(JSON.stringify(value));
      const timestampSeconds = String(nowSeconds());
      return {
        method: operation.method,
        path: operation.path,
        headers: {
          "content-type": "application/json",
          ...signedHeaders(operation, { value, body, credentials, timestampSeconds }),
        },
        body,
      };
    };
    const example = operation.example ?? {};
    return [
      ...placesIn(example).map((place) => ({
        name: `${operation.name}, ${place.join(".")}`,
        bytes: BODY_BYTES,
        of: (text: string) => send(withText(example, place, text)),
      })),
      { name: `${operation.name}, a name`, bytes: BODY_BYTES, of: (text) => send({ [text]: 1 }) },
      {
        name: `${operation.name}, parameters`,
        bytes: ADDRESS_BYTES,
        of: (text) => ({ ...send(example), path: `${operation.path}?${"a&".repeat(text.length / 2)}` }),
      },
    ];
  });
  const ofGateways = GATEWAYS.map((gateway) => ({
    name: `notifications of ${gateway}`,
    bytes: NOTIFICATION_BYTES,
    of: (text: string): Sent => ({
      method: "POST",
      path: `/gateways/${gateway}/notifications`,
      headers: { "content-type": "application/json" },
      body: Buffer.from(text),
    }),
  }));
  const checkout: Entry = {
    name: "the checkout's form",
    bytes: BODY_BYTES,
    of: (text) => ({
      method: "POST",
      path: "/pay/x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.from(`method=${text}`),
    }),
  };
  return [...ofOperations, ...ofGateways, checkout];
}

type Place = readonly string[];

function placesIn(value: Json, at: Place = []): Place[] {
  if (typeof value === "string") return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]));
}

function withText(value: Json, [key, ...rest]: Place, text: string): Json {
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((inner: Json, index) => (String(index) === key ? withText(inner, rest, text) : inner));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? withText(inner, rest, text) : inner]),
  );
}

const filled = (route: string, id: string): string => route.replace(/\[[^[\]]+\]/g, id);

/** Whole characters of it, in at most so many bytes. */
function encode(text: string, bytes: number): string {
  const encoded = [...text.slice(0, bytes)].map((sign) =>
    encodeURIComponent(sign.replace(/\p{Surrogate}/u, "\ufffd")),
  );
  let length = 0;
  return encoded.filter((sign) => (length += sign.length) <= bytes).join("");
}
