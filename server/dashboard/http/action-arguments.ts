import type { IncomingHttpHeaders } from "node:http";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const MAX_ARGUMENTS = 16;
const MAX_DEPTH = 64;
/** The values in the arguments after resolving all references: as many as a body without references could hold. */
const MAX_VALUES = 64 * 1024;

/**
 * The special strings of React's encoding that need no other part: an escaped dollar, `undefined`, numbers that JSON
 * lacks, dates, and the fields of the form. Not its big integers: no page sends one, and JSON cannot write them.
 */
const COMPLETE_TEXT = /^\$(\$.*|undefined|NaN|-?Infinity|-0|D[0-9TZ:.+-]{1,40}|T|K[0-9a-f]{1,4})$/s;

/** The checked body, for the decoder behind the front: `contentType` is null where both stay as they were sent. */
export type ReadableBody = { bytes: Buffer; contentType: string | null };

/**
 * The body of a request to a page, if it is valid as the arguments of an action; null otherwise. The framework's
 * decoder throws on invalid input, answers 500 and prints what was sent. It also accepts far more than our pages send
 * (streams, modules, references to server functions): only what they send passes here (decision 0104). A form is
 * encoded again: the framework has another parser, which may find other values in the bytes that were sent.
 */
export async function readArguments(
  request: { method: string; headers: IncomingHttpHeaders },
  body: Buffer,
): Promise<ReadableBody | null> {
  const asSent: ReadableBody = { bytes: body, contentType: null };
  if (request.method !== "POST") return asSent;
  const contentType = request.headers["content-type"] ?? "";
  // Next itself makes the same two tests.
  const isByScript = request.headers["next-action"] !== undefined;
  const isMultipart = contentType.startsWith("multipart/form-data");
  if (!isByScript && !isMultipart) return asSent;
  if (!isMultipart) return isArguments(body.toString("utf8"), "$0") ? asSent : null;
  const form = await readForm(contentType, body);
  if (form === null) return null;
  return (isByScript ? isScriptForm(form) : isPlainForm(form)) ? writeForm(form) : null;
}

async function writeForm(form: FormData): Promise<ReadableBody> {
  const written = new Response(form);
  return {
    bytes: Buffer.from(await written.arrayBuffer()),
    contentType: written.headers.get("content-type"),
  };
}

async function readForm(contentType: string, body: Buffer): Promise<FormData | null> {
  try {
    return await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
  } catch {
    return null;
  }
}

/** The arguments are the part named 0; the fields of the form are separate parts. */
function isScriptForm(form: FormData): boolean {
  const parts = form.getAll("0");
  return parts.length === 1 && isArguments(parts[0], "$0");
}

/**
 * A form that was sent before hydration. Hidden fields name the action: `$ACTION_ID_…`, or `$ACTION_REF_1` with the
 * action in `$ACTION_1:0` and the arguments that the page bound to it in `$ACTION_1:1`.
 */
function isPlainForm(form: FormData): boolean {
  const names = [...form.keys()].filter((name) => name.startsWith("$ACTION_"));
  return names.every((name) => {
    if (/^\$ACTION_(KEY|ID_[0-9a-f]+)$/.test(name)) return true;
    const [, number] = /^\$ACTION_(?:REF_)?([0-9]{1,4})(?::[01])?$/.exec(name) ?? [];
    return number !== undefined && isBoundAction(form, `$ACTION_${number}:`);
  });
}

function isBoundAction(form: FormData, prefix: string): boolean {
  const actions = form.getAll(`${prefix}0`);
  const action = actions.length === 1 ? parsed(actions[0]) : undefined;
  if (typeof action !== "object" || action === null || isList(action)) return false;
  if (Object.keys(action).some((key) => key !== "id" && key !== "bound")) return false;
  if (typeof action.id !== "string" || !/^[0-9a-f]+$/.test(action.id)) return false;
  const bound = form.getAll(`${prefix}1`);
  if (action.bound === null) return bound.length === 0;
  return action.bound === "$@1" && bound.length === 1 && isArguments(bound[0], "$1");
}

/** `own` is how a value of this part is referenced from within it. */
function isArguments(text: FormDataEntryValue | undefined, own: string): boolean {
  const root = parsed(text);
  if (root === undefined || !isList(root) || root.length > MAX_ARGUMENTS) return false;
  return new Weights(root, own).of(root, 0) !== null;
}

function parsed(text: FormDataEntryValue | undefined): Json | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * Counts values. An object that occurs twice in the arguments is sent once and then referenced by its path, so a few
 * lines could expand to any number of values: a reference counts as much as its target.
 */
class Weights {
  private readonly known = new Map<Json, number>();

  constructor(
    private readonly root: readonly Json[],
    private readonly own: string,
  ) {}

  /** Null where something is invalid, or the total is too large. */
  of(value: Json, depth: number): number | null {
    if (typeof value === "string") return this.ofText(value);
    if (typeof value !== "object" || value === null) return 1;
    if (depth > MAX_DEPTH) return null;
    let weight = 1;
    for (const inner of Object.values<Json>(value)) {
      const added = this.of(inner, depth + 1);
      if (added === null) return null;
      weight += added;
      if (weight > MAX_VALUES) return null;
    }
    this.known.set(value, weight);
    return weight;
  }

  private ofText(text: string): number | null {
    if (!text.startsWith("$") || COMPLETE_TEXT.test(text)) return 1;
    if (!text.startsWith(`${this.own}:`)) return null;
    // Only to values read before: so no value contains itself.
    const target = this.follow(text.slice(this.own.length + 1).split(":"));
    return target === undefined ? null : (this.known.get(target) ?? null);
  }

  private follow(path: readonly string[]): Json | undefined {
    let value: Json = this.root;
    for (const key of path) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
      value = (value as Readonly<Record<string, Json>>)[key] ?? null;
    }
    return value;
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
