-- Views of the list of refunds too.
-- Old processes: they read and write those of payments only, which the new constraint accepts. The table is small: nobody has
-- more than 50 views, so checking it takes milliseconds.
alter table saved_views drop constraint saved_views_screen_check;
alter table saved_views add constraint saved_views_screen_check check (screen in ('payments', 'refunds'));
