-- From where on people of this account are notified. Without the row the installation's limits are in force.
-- Old processes: they do not use this table, and notify from the installation's limits.
create table notification_limits (
  only_row boolean primary key default true check (only_row),
  -- Counts the changes; null limits are those of the installation again.
  version integer not null check (version > 0),
  stuck_payments integer check (stuck_payments >= 0),
  success_rate_points integer check (success_rate_points > 0),
  late_refund_hours integer check (late_refund_hours > 0),
  changed_by uuid not null references people (id),
  changed_at timestamptz(3) not null,
  check (num_nulls(stuck_payments, success_rate_points, late_refund_hours) in (0, 3))
);
