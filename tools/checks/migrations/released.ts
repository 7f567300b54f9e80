/** Of each released version, the checksums of its migrations by "system/name": released.json beside this file. */
type Released = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The heading of a version that was released: "## 0.1.0, 2026-12-01". One that is not says "unreleased". */
const RELEASED = /^## (\d+\.\d+\.\d+), \d{4}-\d\d-\d\d$/gm;

/**
 * Why databases of released versions could not be migrated by these migrations, one sentence each (decision 0398): a released one was
 * edited or deleted, or a release did not record its own.
 */
export function faultsOfReleased(
  changelog: string,
  released: Released,
  migrations: Readonly<Record<string, string>>,
): string[] {
  const versions = [...changelog.matchAll(RELEASED)].map(([, version = ""]) => version);
  const unrecorded = versions
    .filter((version) => released[version] === undefined)
    .map(
      (version) =>
        `${version} is released: add this to released.json: ${JSON.stringify({ [version]: migrations })}`,
    );
  const changed = Object.entries(released).flatMap(([version, recorded]) =>
    Object.entries(recorded).flatMap(([name, checksum]) => {
      if (migrations[name] === checksum) return [];
      const what = migrations[name] === undefined ? "was deleted" : "was edited";
      return [`${name} ${what} after ${version}: add a migration instead`];
    }),
  );
  return [...unrecorded, ...changed];
}
