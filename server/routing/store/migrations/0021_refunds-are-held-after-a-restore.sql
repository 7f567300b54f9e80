-- Written by the restore of a backup: no refund is sent until it is released (decision 0237). The restore of a backup of an earlier
-- version has created this table already.
create table if not exists refund_hold (
  only_row boolean primary key default true check (only_row),
  backup_made_at timestamptz(3) not null,
  restored_at timestamptz(3) not null,
  runs_paused_at timestamptz(3),
  released_at timestamptz(3),
  release_audited_at timestamptz(3)
);
