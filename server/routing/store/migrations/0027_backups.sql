-- The last run of scheduled backups and the newest good backup, for metrics and the doctor (decision 0271).
create table backup_state (
  only_row boolean primary key default true check (only_row),
  ended_at timestamptz(3) not null,
  failure text,
  backup_name text,
  backup_made_at timestamptz(3),
  backup_bytes bigint,
  verified_at timestamptz(3)
);
