-- A view can be shared with a composed role: by its id, as in people.role (decision 0304).
-- Old processes: they write only the values of before, which the new constraint accepts, show such a view to people with the
-- role as they do with presets, and its owner as shared with everybody. The table is small: nobody has more than 50 views, so
-- checking it takes milliseconds.
alter table saved_views drop constraint saved_views_shared_with_check;
alter table saved_views add constraint saved_views_shared_with_check check (
  shared_with in ('everybody', 'support', 'ops', 'finance', 'admin') or shared_with ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
