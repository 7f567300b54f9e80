-- The request of a row that its bulk run withdraws was withdrawn by nobody unless by its requester: the job, or a person who
-- stops or resumes the run. The request of a whole run is still withdrawn by a person.
-- Old processes: the constraint refuses no row that the one before allowed, and decided_by could be null before, after an expiry; the page of such a request names Paydeck, as after an expiry.
alter table approval_requests drop constraint approval_requests_withdrawn_by_a_person;
alter table approval_requests add constraint approval_requests_withdrawn_by_a_person
  check (state <> 'WITHDRAWN' or kind = 'refund' or decided_by is not null) not valid;
