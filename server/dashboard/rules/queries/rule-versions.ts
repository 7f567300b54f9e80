import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { changesBetween, type RuleChanges } from "@/lib/rules/changes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { nameAuthors } from "./name-authors";

/** Few, because the changes of each version take a call. */
const PAGE_SIZE = 10;

type Version = OpsResult<"rules.versions">["versions"][number];
type RuleVersionRow = Version & {
  /** Changes from the version before; null for the first one, and where that could not be read. */
  changes: RuleChanges | null;
};
type RuleVersionPage = { versions: RuleVersionRow[]; nextCursor: string | null };

/** The versions of the rules, newest first, each with its changes. */
export async function ruleVersions(ctx: Ctx, cursor: string | null): Promise<OpsRead<RuleVersionPage>> {
  await requirePermission(ctx, "manage_rules", { kind: "rules", id: "versions" });
  const page = await readOps(ctx, "rules.versions", { cursor, limit: PAGE_SIZE });
  if (page.kind !== "found") return page;
  const { next_cursor: nextCursor } = page.value;
  const versions = await nameAuthors(ctx, page.value.versions);
  const rulesOf = await readRules(ctx, versions);
  const rows = versions.map((version) => {
    const [before, after] = [rulesOf.get(version.version - 1), rulesOf.get(version.version)];
    const changes = before === undefined || after === undefined ? null : changesBetween(before, after);
    return { ...version, changes };
  });
  return { ...page, value: { versions: rows, nextCursor } };
}

async function readRules(ctx: Ctx, versions: readonly Version[]) {
  const wanted = new Set(versions.flatMap(({ version }) => [version, version - 1]).filter((one) => one > 0));
  const read = await Promise.all([...wanted].map((version) => readOps(ctx, "rules.version", { version })));
  return new Map(
    read.flatMap((response) =>
      response.kind === "found" ? [[response.value.version, response.value.rules] as const] : [],
    ),
  );
}
