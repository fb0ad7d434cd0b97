ALTER TABLE "imports" DROP CONSTRAINT "imports_file";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "bulk" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_file" CHECK (("imports"."file" is not null) = ("imports"."bulk" is null and "imports"."state" in ('draft', 'applying')));--> statement-breakpoint
GRANT UPDATE (bulk) ON imports TO kenshin_app;--> statement-breakpoint
-- Undoes set_measured_at (migration 0047): the time and its mark become what they were, and the round that the reading
-- leaves is counted again.
CREATE FUNCTION restore_measured_at(reading bigint, at timestamptz, mark text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_measured_at(reading, at);
  UPDATE readings SET time_mark = mark
  WHERE organization_id = organization_of_call() AND id = reading AND mark IS NOT NULL;
END
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION restore_measured_at TO kenshin_app;
