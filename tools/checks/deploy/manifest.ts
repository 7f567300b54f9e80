import { createRequire } from "node:module";
import { join } from "node:path";
import { installTools } from "../packages/install.mjs";

export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: unknown;
};
/** Returns a module of kubernetes-models. */
type Schemas = (path: string) => unknown;
type Model = new (manifest: object) => { validate(): void };

/** Installs the schemas of Kubernetes at their first use in a checkout, which takes seconds; returns the check below. */
export async function loadManifestCheck(): Promise<(manifest: Manifest) => string[]> {
  const schemas: Schemas = createRequire(join(await installTools("kubernetes"), "package.json"));
  return (manifest) => faultsOfManifest(manifest, schemas);
}

/**
 * What Kubernetes would refuse in a manifest. The schemas allow fields that they do not name, as the server does unless it
 * is asked to be strict; a misspelt field is found because the compiled schema never reads it.
 */
function faultsOfManifest(manifest: Manifest, schemas: Schemas): string[] {
  const title = `${manifest.kind} ${manifest.metadata.name}`;
  const models = schemas(`kubernetes-models/${manifest.apiVersion}`) as Record<string, Model>;
  const Model = models[manifest.kind];
  if (Model === undefined) return [`${title}: ${manifest.apiVersion} has no such kind`];
  const unread = new Set<string>();
  // Without fields that are undefined, as in a file.
  const watched = watch(JSON.parse(JSON.stringify(manifest)) as object, "", unread);
  try {
    // Not by the constructor, which copies its argument and so reads everything.
    (Model.prototype as { validate: () => void }).validate.call(watched);
  } catch (error) {
    return [`${title}: ${error instanceof Error ? error.message : String(error)}`];
  }
  return [...unread].map((path) => `${title}: ${path} is unknown`);
}

/** The same object, whose properties are removed from `unread` as they are read. */
function watch<T extends object>(target: T, path: string, unread: Set<string>): T {
  for (const key of Object.keys(target)) unread.add(pathOf(path, key));
  const watched = new Map<string, unknown>();
  return new Proxy(target, {
    get(object, key) {
      const value = Reflect.get(object, key) as unknown;
      if (typeof key === "symbol" || !Object.hasOwn(object, key)) return value;
      const inner = pathOf(path, key);
      unread.delete(inner);
      if (typeof value !== "object" || value === null) return value;
      if (!watched.has(key)) watched.set(key, watch(value, inner, unread));
      return watched.get(key);
    },
  });
}

const pathOf = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);
