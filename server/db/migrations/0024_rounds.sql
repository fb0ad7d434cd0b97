CREATE TABLE "round_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "round_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "round_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rounds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rounds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"inspection_id" bigint NOT NULL,
	"begins_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"missed_at" timestamp (3) with time zone,
	"announced_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"meter_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"captured" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"abnormal" integer DEFAULT 0 NOT NULL,
	"unsure" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rounds_of_inspection" UNIQUE("inspection_id","begins_at"),
	CONSTRAINT "rounds_interval" CHECK ("rounds"."begins_at" < "rounds"."ends_at" and ("rounds"."due_at" is null
        or "rounds"."due_at" >= "rounds"."begins_at" and "rounds"."due_at" <= "rounds"."ends_at")),
	CONSTRAINT "rounds_missed" CHECK ("rounds"."missed_at" is null or "rounds"."due_at" is not null and "rounds"."missed_at" >= "rounds"."due_at"),
	CONSTRAINT "rounds_counts" CHECK (least("rounds"."captured", "rounds"."skipped", "rounds"."abnormal", "rounds"."unsure") >= 0
        and "rounds"."captured" + "rounds"."skipped" <= cardinality("rounds"."meter_ids"))
);
--> statement-breakpoint
ALTER TABLE "rounds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "skips" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "skips_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"skipped_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"clock_offset_ms" bigint NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" bigint NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "skips_reason" CHECK ("skips"."reason" in ('unphotographable', 'stopped', 'no_access', 'other')),
	CONSTRAINT "skips_note" CHECK ("skips"."reason" <> 'other' or btrim("skips"."note") <> '')
);
--> statement-breakpoint
ALTER TABLE "skips" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "route" bigint[] DEFAULT '{}'::bigint[] NOT NULL;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "schedule" jsonb;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "schedule_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "rounds_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "assignee_user_id" bigint;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "place_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_organization_id_inspection_id_inspections_organization_id_id_fk" FOREIGN KEY ("organization_id","inspection_id") REFERENCES "public"."inspections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rounds_covering" ON "rounds" USING btree ("organization_id","ends_at","id");--> statement-breakpoint
CREATE INDEX "rounds_past_of_inspection" ON "rounds" USING btree ("inspection_id","ends_at","id");--> statement-breakpoint
CREATE INDEX "rounds_due" ON "rounds" USING btree ("due_at") WHERE "rounds"."missed_at" is null and "rounds"."done_at" is null;--> statement-breakpoint
CREATE INDEX "rounds_open" ON "rounds" USING btree ("ends_at") WHERE "rounds"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "rounds_to_announce" ON "rounds" USING btree ("id") WHERE "rounds"."missed_at" is not null and "rounds"."announced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "skips_idempotency_key" ON "skips" USING btree ("organization_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "skips_of_meter" ON "skips" USING btree ("meter_id","skipped_at","id");--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_assignee_user_id_organization_id_memberships_user_id_organization_id_fk" FOREIGN KEY ("assignee_user_id","organization_id") REFERENCES "public"."memberships"("user_id","organization_id") ON DELETE SET NULL ("assignee_user_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inspections_of_assignee" ON "inspections" USING btree ("assignee_user_id") WHERE "inspections"."assignee_user_id" is not null;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_schedule" CHECK ("inspections"."schedule" is null or coalesce("inspections"."schedule" ->> 'time' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and case "inspections"."schedule" ->> 'every'
          when 'day' then jsonb_typeof("inspections"."schedule" -> 'weekdays') = 'array'
            and "inspections"."schedule" -> 'weekdays' <> '[]' and "inspections"."schedule" -> 'weekdays' <@ '[0,1,2,3,4,5,6]'
          when 'week' then jsonb_typeof("inspections"."schedule" -> 'weekday') = 'number'
            and "inspections"."schedule" -> 'weekday' <@ '[0,1,2,3,4,5,6]'
          when 'month' then jsonb_path_exists("inspections"."schedule", '$.day ? (@ >= 1 && @ <= 31 && @ == @.floor())')
        end, false));--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_schedule_from" CHECK (num_nonnulls("inspections"."schedule", "inspections"."schedule_from", "inspections"."rounds_from") in (0, 3));--> statement-breakpoint
CREATE POLICY "own_organization" ON "round_marks" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("round_marks"."organization_id" = (select organization_of_call())) WITH CHECK ("round_marks"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "rounds" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("rounds"."organization_id" = (select organization_of_call())) WITH CHECK ("rounds"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "over_is_kept" ON "rounds" AS RESTRICTIVE FOR DELETE TO "kenshin_app" USING ("rounds"."closed_at" is null);--> statement-breakpoint
CREATE POLICY "own_organization" ON "skips" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("skips"."organization_id" = (select organization_of_call())) WITH CHECK ("skips"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT ON skips, round_marks TO kenshin_app;
--> statement-breakpoint
-- The server itself writes what was due and what came of it; another schedule deletes the round under way.
GRANT SELECT, DELETE ON rounds TO kenshin_app;
--> statement-breakpoint
GRANT UPDATE (route, schedule, schedule_from, rounds_from, assignee_user_id) ON inspections TO kenshin_app;
--> statement-breakpoint
GRANT UPDATE (place_note) ON meters TO kenshin_app;
--> statement-breakpoint
-- What a person measured or skipped, or what became of that: the rounds of that time are counted anew by a job.
CREATE FUNCTION mark_rounds_of_readings() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO round_marks (organization_id, meter_id, at)
  SELECT DISTINCT organization_id, meter_id, created_at FROM changed_rows WHERE source IN ('phone', 'entry');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER mark_rounds_insert AFTER INSERT ON readings REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION mark_rounds_of_readings();
--> statement-breakpoint
CREATE TRIGGER mark_rounds_update AFTER UPDATE ON readings REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION mark_rounds_of_readings();
--> statement-breakpoint
CREATE TRIGGER mark_rounds_delete AFTER DELETE ON readings REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION mark_rounds_of_readings();
--> statement-breakpoint
CREATE FUNCTION mark_rounds_of_skips() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO round_marks (organization_id, meter_id, at)
  SELECT DISTINCT organization_id, meter_id, skipped_at FROM new_rows;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER mark_rounds_insert AFTER INSERT ON skips REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION mark_rounds_of_skips();
--> statement-breakpoint
CREATE TRIGGER notify_insert AFTER INSERT ON skips REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('rounds', 'meter_id');
--> statement-breakpoint
CREATE TRIGGER notify_insert AFTER INSERT ON rounds REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('rounds', 'NULL::bigint');
--> statement-breakpoint
CREATE TRIGGER notify_update AFTER UPDATE ON rounds REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('rounds', 'NULL::bigint');
