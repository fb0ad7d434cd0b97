-- Moves a reading to another meter, which must have the same unit and category and no reading at that time. The round that
-- the reading leaves is counted again, and screens of the meter that it leaves are notified; triggers do both for the other.
-- Calls still may not update `meter_id` themselves.
CREATE FUNCTION move_reading(reading bigint, meter bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  organization bigint := organization_of_call();
  previous bigint;
BEGIN
  SELECT meter_id INTO previous FROM readings WHERE organization_id = organization AND id = reading FOR NO KEY UPDATE;
  INSERT INTO round_marks (organization_id, meter_id, at)
    SELECT organization_id, meter_id, created_at FROM readings
    WHERE organization_id = organization AND id = reading AND source IN ('phone', 'entry') AND deleted_at IS NULL;
  UPDATE readings AS moved SET meter_id = meter
  FROM meters AS own, meters AS other
  WHERE moved.organization_id = organization AND moved.id = reading AND moved.deleted_at IS NULL
    -- A picture that is to be read is read for its meter.
    AND coalesce(moved.read_state, 1) NOT IN (0, 3)
    AND own.organization_id = organization AND own.id = moved.meter_id
    AND other.organization_id = organization AND other.id = meter
    AND (other.meter_unit_id, other.meter_category_id) = (own.meter_unit_id, own.meter_category_id)
    AND NOT EXISTS (
      SELECT FROM readings AS same
      WHERE same.meter_id = meter AND same.created_at = moved.created_at AND same.deleted_at IS NULL
    );
  IF NOT FOUND THEN
    RAISE EXCEPTION 'reading % cannot be moved to meter %', reading, meter;
  END IF;
  PERFORM pg_notify('kenshin_changes', jsonb_build_object(
    'organization_id', organization, 'noun', 'readings', 'meter_ids', jsonb_build_array(previous))::text);
END
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION move_reading TO kenshin_app;
