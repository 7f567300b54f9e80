-- Exports of manual refunds can be scheduled too (decision 0299).
-- Old processes: they write the two lists that the new constraint allows as well. A person has at most twenty schedules, so
-- the table is small and read at once. One that takes a run of the new list writes no file: it tries again or pauses the schedule.
alter table export_schedules drop constraint export_schedules_list_check;
alter table export_schedules add constraint export_schedules_list_check
  check (list in ('payments', 'refunds', 'manual_refunds'));
