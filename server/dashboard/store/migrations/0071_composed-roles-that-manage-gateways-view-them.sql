-- Viewing gateways is a permission of its own. Who managed them saw them.
-- Old processes: they do not ask for this permission, and allow what they allowed before.
update roles set permissions = permissions || array['view_gateways'], version = version + 1
where 'manage_gateways' = any (permissions) and not 'view_gateways' = any (permissions);
