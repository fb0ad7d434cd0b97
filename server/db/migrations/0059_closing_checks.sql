ALTER TABLE "closing_cycles" ADD COLUMN "checks" text[] DEFAULT '{"previous","last_year","zero","parent"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "change_percent" smallint DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "change_least" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "closing_cycles" ADD CONSTRAINT "closing_cycles_checks" CHECK ("closing_cycles"."checks" <@ array['previous', 'last_year', 'zero', 'parent', 'backwards', 'estimated_twice', 'verification_expired']);--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_change_percent" CHECK ("categories"."change_percent" between 1 and 1000);--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_change_least" CHECK ("categories"."change_least" between 0 and 1000000);--> statement-breakpoint
GRANT UPDATE (checks) ON closing_cycles TO kenshin_app;--> statement-breakpoint
DO $$
DECLARE
  source record;
  operation text;
BEGIN
  FOR source IN SELECT * FROM (VALUES
    ('closing_cycles', ARRAY['insert', 'update', 'delete']), ('closing_cycle_meters', ARRAY['insert', 'delete']),
    ('closings', ARRAY['insert']), ('meter_estimates', ARRAY['insert', 'delete'])) AS sources (name, operations)
  LOOP
    FOREACH operation IN ARRAY source.operations LOOP
      EXECUTE format(
        'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed_rows
         FOR EACH STATEMENT EXECUTE FUNCTION notify_change(''closings'', ''null::bigint'')',
        'notify_' || operation, operation, source.name, CASE operation WHEN 'delete' THEN 'OLD' ELSE 'NEW' END);
    END LOOP;
  END LOOP;
END
$$;
