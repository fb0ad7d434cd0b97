-- Sign-in does not tell apart names that differ in width, letter case or invisible characters only. Existing ones stay as
-- they are: each signs in under exactly its own name.
DO $$
DECLARE
  collision record;
BEGIN
  FOR collision IN
    SELECT 'user names' AS what, string_agg(format('"%s" (id %s)', username, id), ', ' ORDER BY id) AS names
    FROM users
    GROUP BY lower(regexp_replace(normalize(username, NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'))
    HAVING count(*) > 1
    UNION ALL
    SELECT 'organization codes', string_agg(format('"%s" (id %s)', code, id), ', ' ORDER BY id)
    FROM organizations
    GROUP BY lower(regexp_replace(normalize(code, NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'))
    HAVING count(*) > 1
  LOOP
    RAISE WARNING '% that look the same: %', collision.what, collision.names;
  END LOOP;
END $$;
