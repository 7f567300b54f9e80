-- Operations and finance view gateways now. Who manages people by a composed role that covered them (0304) gets the same, or
-- could not deactivate a colleague any more; where nobody is an admin, nobody could.
-- Old processes: they do not ask for this permission, and allow what they allowed before.
update roles set permissions = permissions || array['view_gateways'], version = version + 1
where permissions @> array['view_payments', 'view_refunds', 'view_overview', 'reveal_contact', 'save_view', 'write_note',
    'cancel_payment', 'create_payment', 'run_bulk', 'view_reconciliation', 'manage_people']
  and permissions && array['request_refund', 'refund_payment'] and not 'view_gateways' = any (permissions);
