ALTER TABLE "reading_changes" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "reading_changes" ADD CONSTRAINT "reading_changes_action" CHECK ("reading_changes"."action" in ('correct', 'delete', 'restore'));--> statement-breakpoint
ALTER TABLE "reading_changes" ADD CONSTRAINT "reading_changes_reason" CHECK (char_length("reading_changes"."reason") between 1 and 100);--> statement-breakpoint
-- The function of migration 0038. New: the time of what a person entered or photographed may be corrected as well, and the
-- round that the reading leaves is counted again. Calls still may not update `created_at` themselves.
CREATE OR REPLACE FUNCTION set_measured_at(reading bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO round_marks (organization_id, meter_id, at)
    SELECT organization_id, meter_id, created_at FROM readings
    WHERE organization_id = organization_of_call() AND id = reading AND source IN ('phone', 'entry')
      AND deleted_at IS NULL;
  UPDATE readings SET created_at = at, time_mark = NULL
  WHERE organization_id = organization_of_call() AND id = reading AND deleted_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the time of reading % cannot be changed', reading;
  END IF;
END
$$;
