import { ROW_FAMILIES, RUN_FAMILY } from "../domain/audit-families";

const literals = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");

const RUN_ACTIONS = literals([RUN_FAMILY.start, ...RUN_FAMILY.outcomes]);
const ROW_KINDS = literals(ROW_FAMILIES.flatMap(({ kind }) => kind ?? []));
const ROW_STARTS = literals(ROW_FAMILIES.map(({ start }) => start));
const ROW_ACTIONS = literals(ROW_FAMILIES.flatMap(({ start, outcomes }) => [start, ...outcomes]));

/** Whether a record may be one of a row of a bulk run. */
const isOfRow = (row: string): string =>
  `${row}.subject_kind in (${ROW_KINDS}) and ${row}.action in (${ROW_ACTIONS})`;

/**
 * Joins, for each record `r` of a row of a bulk run, whether the run's own start or end meets the conditions on `s`, as
 * `of_run.is_found`: then that represents the run. The records of a row have the run's id in place of a request's. What
 * is found out later has none, but the row's start has.
 */
export function joinRunOfRow(conditions: string): string {
  return `left join lateral (
    select true as is_found from audit_log s
    where s.subject_kind = 'bulk_run' and s.action in (${RUN_ACTIONS}) ${conditions}
      and s.subject_id = coalesce(r.request_id, (
        select first.request_id from audit_log first
        where first.subject_id = r.subject_id and first.subject_kind = r.subject_kind
          and first.action in (${ROW_STARTS}) limit 1))
    limit 1) of_run on ${isOfRow("r")}`;
}

/**
 * The records of the rows of run `g.id`, as a table. The offset makes Postgres read them by the run: for the newest few
 * it would else read the log backwards, all of it for an old run.
 */
export const ROW_RECORDS_OF_RUN = `(
  select * from audit_log where request_id = g.id and ${isOfRow("audit_log")} offset 0)`;
