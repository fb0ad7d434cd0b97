CREATE TABLE "device_days" (
	"organization_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"day" date NOT NULL,
	"zone" text NOT NULL,
	"retry_seconds" integer NOT NULL,
	"drift_seconds" integer NOT NULL,
	"arrived" integer NOT NULL,
	"late" integer NOT NULL,
	"missing" integer NOT NULL,
	"served_from" timestamp (3) with time zone,
	"served_before" timestamp (3) with time zone,
	CONSTRAINT "device_days_device_id_day_pk" PRIMARY KEY("device_id","day"),
	CONSTRAINT "device_days_served_both" CHECK (("device_days"."served_from" is null) = ("device_days"."served_before" is null))
);
--> statement-breakpoint
ALTER TABLE "device_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "device_days" ADD CONSTRAINT "device_days_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DROP INDEX "device_reports_of_device";--> statement-breakpoint
CREATE INDEX "device_reports_of_device" ON "device_reports" USING btree ("device_id","created_at","id","organization_id","dbm");--> statement-breakpoint
-- Reports are only added: the index alone answers for what has been vacuumed.
ALTER TABLE device_reports SET (autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
CREATE INDEX "device_days_served" ON "device_days" USING btree ("device_id","served_before");--> statement-breakpoint
CREATE POLICY "own_organization" ON "device_days" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("device_days"."organization_id" = (select organization_of_call())) WITH CHECK ("device_days"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT,
  UPDATE (zone, retry_seconds, drift_seconds, arrived, late, missing, served_from, served_before) ON device_days
  TO kenshin_app;
--> statement-breakpoint
-- A report or a schedule that is inserted deletes the rows of days that it may change, in the same transaction; the job
-- counts them anew. Nobody deletes either but an initialisation of data, which deletes the days of its devices itself.
CREATE FUNCTION delete_days_of_reports() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM device_days USING new_rows
  WHERE device_days.device_id = new_rows.device_id
    AND new_rows.created_at >= served_from AND new_rows.created_at < served_before;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER delete_days_of_reports AFTER INSERT ON device_reports REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION delete_days_of_reports();
--> statement-breakpoint
CREATE FUNCTION delete_days_of_schedules() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM device_days USING new_rows
  WHERE device_days.device_id = new_rows.device_id
    AND (served_before > new_rows."from" OR day >= (new_rows."from" AT TIME ZONE zone)::date);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER delete_days_of_schedules AFTER INSERT ON device_schedules REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION delete_days_of_schedules();
