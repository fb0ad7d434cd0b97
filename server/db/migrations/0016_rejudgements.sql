CREATE TABLE "rejudgements" (
	"meter_id" bigint PRIMARY KEY NOT NULL,
	"organization_id" bigint NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"judged_at" timestamp (3) with time zone,
	"judged_id" bigint,
	CONSTRAINT "rejudgements_judged" CHECK (("rejudgements"."judged_at" is null) = ("rejudgements"."judged_id" is null))
);
--> statement-breakpoint
ALTER TABLE "rejudgements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "rejudgements" ADD CONSTRAINT "rejudgements_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_organization" ON "rejudgements" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("rejudgements"."organization_id" = (select organization_of_call())) WITH CHECK ("rejudgements"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (total, done, judged_at, judged_id) ON rejudgements TO kenshin_app;
--> statement-breakpoint
-- Whoever shows the meter shows how far it has come.
DO $$
DECLARE
  operation text;
BEGIN
  FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    EXECUTE format(
      'CREATE TRIGGER %I AFTER %s ON rejudgements REFERENCING %s TABLE AS changed_rows
       FOR EACH STATEMENT EXECUTE FUNCTION notify_change(''meters'', ''meter_id'')',
      'notify_' || operation, operation, CASE operation WHEN 'delete' THEN 'OLD' ELSE 'NEW' END);
  END LOOP;
END
$$;
