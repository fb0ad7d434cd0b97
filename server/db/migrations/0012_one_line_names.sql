-- Names stand on one line: what older rows hold of line feeds and other control characters becomes a space.
DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['meters', 'groups', 'inspections', 'devices'] LOOP
    EXECUTE format(
      'UPDATE %I SET name = coalesce(nullif(btrim(regexp_replace(name, %2$L, %3$L, %4$L)), %5$L), %6$L) WHERE name ~ %2$L',
      named, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g', '', '(名称なし)');
  END LOOP;
END
$$;
