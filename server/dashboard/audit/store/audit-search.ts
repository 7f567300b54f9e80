import type { Db } from "@/server/platform/pool";

export type AuditSearch = {
  /** In lower case; the beginning of an e-mail. */
  person: string | null;
  action: string | null;
  subject: string | null;
  from: Date | null;
  until: Date | null;
};

export type FoundAuditRow = {
  position: bigint;
  at: Date;
  actorId: string | null;
  actorEmail: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  detail: Record<string, unknown>;
  requestId: string | null;
};

/** One page, newest first, below `before`. Positions are the order of the commits. */
export async function searchAudit(
  db: Db,
  search: AuditSearch,
  page: { before: bigint | null; limit: number },
): Promise<FoundAuditRow[]> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (condition: (mark: string) => string, value: unknown): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (page.before !== null) add((mark) => `position < ${mark}`, page.before);
  if (search.person !== null) {
    add((mark) => `lower(actor_email) like ${mark}`, `${search.person.replace(/[\\%_]/g, "\\$&")}%`);
  }
  if (search.action !== null) add((mark) => `action = ${mark}`, search.action);
  if (search.from !== null) add((mark) => `at >= ${mark}`, search.from);
  if (search.until !== null) add((mark) => `at < ${mark}`, search.until);
  if (search.subject !== null) {
    // Any value of the detail matches: each action names its subjects differently.
    values.push(search.subject, `$.* ? (@ == ${JSON.stringify(search.subject)})`);
    const [id, path] = [values.length - 1, values.length];
    conditions.push(`(subject_id = $${id} or detail @? $${path}::jsonpath)`);
  }
  values.push(page.limit);
  const { rows } = await db.query<FoundAuditRow>(
    `select position, at, actor_id as "actorId", actor_email as "actorEmail", action, subject_kind as "subjectKind",
       subject_id as "subjectId", detail, request_id as "requestId"
     from audit_log ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
     order by position desc limit $${values.length}`,
    values,
  );
  return rows;
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
