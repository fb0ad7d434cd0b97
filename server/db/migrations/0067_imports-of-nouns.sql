ALTER TABLE "import_layouts" DROP CONSTRAINT "import_layouts_noun";--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_noun";--> statement-breakpoint
ALTER TABLE "import_layouts" ADD CONSTRAINT "import_layouts_noun" CHECK ("import_layouts"."noun" in ('meters', 'readings', 'replacements', 'groups', 'inspections', 'cost_bearers', 'devices', 'users'));--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_noun" CHECK ("imports"."noun" in ('meters', 'readings', 'replacements', 'groups', 'inspections', 'cost_bearers', 'devices', 'users'));--> statement-breakpoint
-- Undoing an import deletes the groups that it added and that nothing refers to.
GRANT DELETE ON groups, inspections TO kenshin_app;--> statement-breakpoint
-- The function of migration 0066. New: it deletes only while the import is being undone, and only by a row that an earlier
-- transaction has stored. Calls may insert rows of imports, so that a statement smuggled into one could name any meter.
CREATE OR REPLACE FUNCTION delete_imported_meter(import bigint, meter bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  organization bigint := organization_of_call();
BEGIN
  IF NOT EXISTS (
    SELECT FROM import_rows JOIN imports ON imports.id = import_id
    WHERE import_id = import AND subject_id = meter AND before IS NULL AND outcome IS NULL
      AND imports.organization_id = organization AND imports.noun = 'meters' AND imports.state = 'undoing'
      -- Rows of this transaction and of its savepoints are not older than it.
      AND age(import_rows.xmin) > age(pg_current_xact_id()::xid)
  ) OR EXISTS (SELECT FROM closing_cycle_meters WHERE meter_id = meter)
    OR EXISTS (SELECT FROM meter_allocations WHERE meter_id = meter)
    OR EXISTS (SELECT FROM meter_estimates WHERE meter_id = meter)
  THEN
    RETURN false;
  END IF;
  DELETE FROM round_marks WHERE organization_id = organization AND meter_id = meter;
  DELETE FROM meter_changes WHERE organization_id = organization AND meter_id = meter;
  DELETE FROM meters WHERE organization_id = organization AND id = meter;
  RETURN FOUND;
EXCEPTION WHEN foreign_key_violation THEN
  RETURN false;
END
$$;
