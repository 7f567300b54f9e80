import mime from "mime-types";
import Negotiator from "negotiator";
import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, sep } from "node:path";
import send from "send";

/** Answers a request for one of the build's files; false when there is none at this URL. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse) => boolean;

const PREFIX = "/_next/static/";
/** Their names change with their contents. */
const KEEP_MS = 365 * 86_400_000;

const OF_THE_FILE = ["content-encoding", "etag", "last-modified", "accept-ranges", "content-length"];

/** The smallest first. */
const FORMS = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
] as const;

/**
 * The build's files for browsers, in the precompressed form that the browser accepts (decision 0189). Only files that
 * were in `folder` when this was called: a URL is a name in a list, never a path.
 */
export function createStaticFiles(folder: string): StaticFiles {
  const names = new Set(
    readdirSync(folder, { recursive: true }).map((name) => String(name).split(sep).join("/")),
  );
  const isForm = (name: string): boolean =>
    FORMS.some(({ ending }) => name.endsWith(ending) && names.has(name.slice(0, -ending.length)));

  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const name = nameIn(request.url ?? "/");
    const type = mime.contentType(extname(name));
    // A folder has no extension that gives its type.
    if (!names.has(name) || isForm(name) || type === false) return false;

    const accepted = new Set(new Negotiator(request).encodings(FORMS.map(({ encoding }) => encoding)));
    const form = FORMS.find(({ encoding, ending }) => accepted.has(encoding) && names.has(name + ending));
    response.setHeader("content-type", type);
    response.setHeader("vary", "accept-encoding");
    if (form !== undefined) response.setHeader("content-encoding", form.encoding);
    send(request, `/${encodeURI(name + (form?.ending ?? ""))}`, {
      root: folder,
      index: false,
      immutable: true,
      maxAge: KEEP_MS,
    })
      .on("error", (error: HttpError) => refuse(response, error.status))
      .pipe(response);
    return true;
  };
}

type HttpError = Error & { status: number };

/** Deleted since the start, or an invalid range. The file's headers do not apply to this response. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of OF_THE_FILE) response.removeHeader(name);
  response.setHeader("content-type", "text/plain; charset=utf-8");
  response.setHeader("cache-control", "no-store");
  response.statusCode = status;
  response.end("This file cannot be sent.\n");
}

/** Empty for a URL that is not a file's. */
function nameIn(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  if (!path.startsWith(PREFIX)) return "";
  try {
    return decodeURIComponent(path.slice(PREFIX.length));
  } catch {
    return "";
  }
}
