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

-- A run of refunds that was under way in the backup is paused.
alter table bulk_runs drop constraint bulk_runs_pause_cause_check;
alter table bulk_runs add constraint bulk_runs_pause_cause_check check (pause_cause in
  ('person', 'not_allowed', 'key_refused', 'many_unknown', 'other_service', 'not_approved', 'restored'));

-- A refund of unknown outcome that came from the backup is settled by a person.
alter table refund_resolutions drop constraint refund_resolutions_obstacle_check;
alter table refund_resolutions add constraint refund_resolutions_obstacle_check check (obstacle in
  ('no_means', 'other_service', 'restored'));
