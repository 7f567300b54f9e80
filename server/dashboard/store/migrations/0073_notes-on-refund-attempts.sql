-- The refund attempt on which a note was written (decision 0328): its `subject_id` is then this id, and its `subject_kind`
-- 'refund', because the refund may have no id of the service yet. Null for any other note.
alter table notes add column refund_intent_id uuid;
