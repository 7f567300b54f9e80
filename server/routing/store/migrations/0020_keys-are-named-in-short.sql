-- Records that others read named the whole key of a caller that gave no name of its own. They keep its first characters:
-- twelve, or three fifths of a short key (keyInShort in domain/api-key.ts).
with short_names as (
  select api_key, 'API key ' || left(api_key, least(12, length(api_key) * 3 / 5)) || '…' as short_name from api_keys
)
update api_keys k set created_by = s.short_name from short_names s where k.created_by = s.api_key;
