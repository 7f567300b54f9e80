/**
 * The role of a row of `people` as JSON: the name of a preset, or the composed role with what it may do (decision 0304).
 * `person` is the alias of the row. One statement reads a person and what they may do, so that a changed role holds from
 * the next request on; for a preset no other row is read. `schema` with a
 * dot: of another account than the connection's.
 */
export function roleOf(person: string, schema = ""): string {
  return `case when ${person}.composed_role_id is null then to_jsonb(${person}.role) else (
    select ${ROLE_JSON} from ${schema}roles as roles where roles.id = ${person}.composed_role_id) end`;
}

/** A row of `roles` as the person's role is read. */
export const ROLE_JSON = `jsonb_build_object('id', roles.id, 'name', roles.name, 'permissions', to_jsonb(roles.permissions),
      'refundLimits', roles.refund_limits, 'approveLimits', roles.approve_limits)`;
