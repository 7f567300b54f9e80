import type { Db } from "@/server/platform/pool";
import { type AuditFamily, RUN_FAMILY } from "../domain/audit-families";
import type { AuditRecord, AuditStep } from "../domain/audit-record";
import { joinRunOfRow, ROW_RECORDS_OF_RUN } from "./audit-run-records";

export type AuditSearch = {
  /** The beginning of an e-mail address, in lower case. */
  person: string | null;
  action: string | null;
  subject: string | null;
  from: Date | null;
  until: Date | null;
};

const columnsOf = (row: string): string =>
  `${row}.position, ${row}.at, ${row}.actor_id as "actorId", ${row}.actor_email as "actorEmail", ${row}.action,
   ${row}.subject_kind as "subjectKind", ${row}.subject_id as "subjectId", ${row}.detail,
   ${row}.request_id as "requestId"`;

/** The values of a statement, and the conditions of a search on any of its tables. */
class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: ((row: string) => string)[] = [];

  mark(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
  add(value: unknown, condition: (row: string, mark: string) => string): void {
    const mark = this.mark(value);
    this.parts.push((row) => condition(row, mark));
  }
  of(row: string): string[] {
    return this.parts.map((part) => part(row));
  }
}

function conditionsOf(search: AuditSearch): Conditions {
  const conditions = new Conditions();
  if (search.person !== null) {
    const prefix = `${search.person.replace(/[\\%_]/g, "\\$&")}%`;
    conditions.add(prefix, (row, mark) => `lower(${row}.actor_email) like ${mark}`);
  }
  if (search.action !== null) conditions.add(search.action, (row, mark) => `${row}.action = ${mark}`);
  if (search.from !== null) conditions.add(search.from, (row, mark) => `${row}.at >= ${mark}`);
  if (search.until !== null) conditions.add(search.until, (row, mark) => `${row}.at < ${mark}`);
  if (search.subject !== null) {
    const id = conditions.mark(search.subject);
    // Any value of the detail matches: each action names its subjects differently.
    conditions.add(
      `$.* ? (@ == ${JSON.stringify(search.subject)})`,
      (row, path) => `(${row}.subject_id = ${id} or ${row}.detail @? ${path}::jsonpath)`,
    );
  }
  return conditions;
}

const whereOf = (parts: readonly string[]): string =>
  parts.length === 0 ? "" : `where ${parts.join(" and ")}`;

/** One page of records, newest first, below `before`. Positions are the order of the commits. */
export async function searchAudit(
  db: Db,
  search: AuditSearch,
  page: { before: bigint | null; limit: number },
): Promise<AuditRecord[]> {
  const conditions = conditionsOf(search);
  const parts = conditions.of("r");
  if (page.before !== null) parts.push(`r.position < ${conditions.mark(page.before)}`);
  const { rows } = await db.query<AuditRecord>(
    `select ${columnsOf("r")} from audit_log r ${whereOf(parts)}
     order by r.position desc limit ${conditions.mark(page.limit)}`,
    conditions.values,
  );
  return rows;
}

/**
 * One page of actions, newest first: of each, the newest record that the search matches, so that an action is on one
 * page only. `head` is the newest record of the first page: what is recorded later moves no action between pages.
 */
export async function searchAuditActions(
  db: Db,
  search: AuditSearch,
  families: readonly AuditFamily[],
  page: { before: bigint | null; head: bigint | null; limit: number },
): Promise<AuditRecord[]> {
  // Who searches for a payment or for one kind of record means single rows of a run.
  const isByRun = search.subject === null && search.action === null;
  const conditions = conditionsOf(search);
  const mates = `(${conditions.mark(JSON.stringify(matesByAction(families)))}::jsonb -> r.action)`;
  const parts = [...conditions.of("r"), "newer.is_found is null"];
  if (page.before !== null) parts.push(`r.position < ${conditions.mark(page.before)}`);
  const newer = conditions.of("s");
  if (page.head !== null) newer.push(`s.position <= ${conditions.mark(page.head)}`);
  const andNewer = newer.map((part) => `and ${part}`).join(" ");
  if (isByRun) parts.push("of_run.is_found is null");
  const { rows } = await db.query<AuditRecord>(
    `select ${columnsOf("r")} from audit_log r
     ${isByRun ? joinRunOfRow(andNewer) : ""}
     left join lateral (
       select true as is_found from audit_log s
       where s.subject_id = r.subject_id and s.position > r.position and s.subject_kind = r.subject_kind
         and ${mates} -> 'actions' ? s.action
         and coalesce(${mates} ->> 'kind', r.subject_kind) = r.subject_kind
         and (not (${mates} -> 'isByRequest')::boolean or s.request_id = r.request_id)
         ${andNewer}
       limit 1) newer on true
     ${whereOf(parts)}
     order by r.position desc limit ${conditions.mark(page.limit)}`,
    conditions.values,
  );
  return rows;
}

function matesByAction(families: readonly AuditFamily[]): Record<string, object> {
  return Object.fromEntries(
    families.flatMap(({ kind, start, outcomes, isByRequest }) => {
      const actions = [start, ...outcomes];
      return actions.map((action) => [action, { kind, actions, isByRequest }]);
    }),
  );
}

type AuditGroup = { row: AuditRecord; family: AuditFamily | null };

const MAX_STEPS = 100;

/**
 * The records of each action in their order, by the position of its `row`; the newest `MAX_STEPS` of them, and of a bulk
 * run as many of its rows.
 */
export async function auditSteps(
  db: Db,
  groups: readonly AuditGroup[],
): Promise<ReadonlyMap<string, AuditStep[]>> {
  const asked = groups.map(({ row, family }) => ({
    lead: String(row.position),
    kind: row.subjectKind,
    id: row.subjectId,
    isRun: family === RUN_FAMILY,
    actions: family === null ? null : [family.start, ...family.outcomes, ...family.laterActions],
    request: family?.isByRequest === true ? row.requestId : null,
  }));
  const { rows } = await db.query<AuditStep & { lead: string }>(
    `select g.lead, step.* from jsonb_to_recordset($1::jsonb)
       as g (lead bigint, kind text, id text, "isRun" boolean, actions jsonb, request text)
     cross join lateral (
       (select ${columnsOf("s")}, encode(s.hash, 'hex') as hash from audit_log s
        where g.actions is null and s.position = g.lead)
       union all
       (select ${columnsOf("s")}, encode(s.hash, 'hex') as hash from audit_log s
        where s.subject_id = g.id and s.subject_kind = g.kind and g.actions ? s.action
          and (g.request is null or s.request_id = g.request)
        order by s.position desc limit $2)
       union all
       (select ${columnsOf("s")}, encode(s.hash, 'hex') as hash from ${ROW_RECORDS_OF_RUN} s
        where g."isRun" order by s.position desc limit $2)) step
     order by step.position`,
    [JSON.stringify(asked), MAX_STEPS],
  );
  const steps = new Map<string, AuditStep[]>();
  for (const { lead, ...step } of rows) {
    const key = String(lead);
    steps.set(key, [...(steps.get(key) ?? []), step]);
  }
  return steps;
}

/** How many records the rows of each run have. */
export async function countRowRecords(
  db: Db,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; count: number }>(
    `select g.id, (select count(*)::int from ${ROW_RECORDS_OF_RUN} s) as count from unnest($1::text[]) as g (id)`,
    [runIds],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Every action in the log, by a loose index scan instead of reading the log. */
export async function auditActions(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ action: string }>(
    `with recursive found(action) as (
       (select action from audit_log order by action limit 1)
       union all
       select (select l.action from audit_log l where l.action > f.action order by l.action limit 1)
       from found f where f.action is not null
     ) select action from found where action is not null limit 500`,
  );
  return rows.map(({ action }) => action);
}
