-- Each audit row carries the hash of the one before, so that a row which is altered or removed by whoever gets past the
-- triggers is found by `npm run audit:verify`. The head knows where the chain ends: a tail cannot be cut off unseen.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null check (position >= 0),
  hash bytea not null
);
insert into audit_head (position, hash) values (0, '\x0000000000000000000000000000000000000000000000000000000000000000');

alter table audit_log add column position bigint, add column hash bytea;

-- The very text that is hashed: a JSON array of texts, built again by server/dashboard/audit/chain.ts.
create function audit_text(entry audit_log) returns text language sql stable as $$
  select json_build_array(
    entry.position::text,
    to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.actor_id::text,
    entry.actor_email,
    entry.action,
    entry.subject_kind,
    entry.subject_id,
    entry.detail::text,
    entry.request_id
  )::text
$$;

-- Locking the head puts rows into the order in which their transactions commit.
create function chain_audit_row() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for update;
  new.position := head.position + 1;
  new.hash := sha256(head.hash || convert_to(audit_text(new), 'UTF8'));
  update audit_head set position = new.position, hash = new.hash;
  return new;
end
$$;

alter table audit_log disable trigger audit_log_append_only;
do $$
declare
  entry audit_log;
  head audit_head;
begin
  for entry in select * from audit_log order by id loop
    select * into strict head from audit_head;
    entry.position := head.position + 1;
    entry.hash := sha256(head.hash || convert_to(audit_text(entry), 'UTF8'));
    update audit_log set position = entry.position, hash = entry.hash where id = entry.id;
    update audit_head set position = entry.position, hash = entry.hash;
  end loop;
end
$$;
alter table audit_log enable trigger audit_log_append_only;

alter table audit_log
  alter column position set not null,
  alter column hash set not null,
  add constraint audit_log_position unique (position);

create trigger audit_log_chain before insert on audit_log
  for each row execute function chain_audit_row();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();
