ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id" UNIQUE("organization_id","id");--> statement-breakpoint
CREATE TABLE "alert_worsenings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_worsenings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"alert_id" bigint NOT NULL,
	"reading_id" bigint NOT NULL,
	"value" double precision NOT NULL,
	"previous_value" double precision,
	"at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "alert_worsenings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "held_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "held_notices_subject" UNIQUE("organization_id","subject","subject_id")
);--> statement-breakpoint
ALTER TABLE "held_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notice_digests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_digests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"items" jsonb NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "notice_digests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert_announcements" ADD COLUMN "worsening_id" bigint;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "confirmed_value" double precision;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "alert_worsenings" ADD CONSTRAINT "alert_worsenings_organization_id_alert_id_alerts_organization_id_id_fk" FOREIGN KEY ("organization_id","alert_id") REFERENCES "public"."alerts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_worsenings" ADD CONSTRAINT "alert_worsenings_organization_id_reading_id_readings_organization_id_id_fk" FOREIGN KEY ("organization_id","reading_id") REFERENCES "public"."readings"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_notices" ADD CONSTRAINT "held_notices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_digests" ADD CONSTRAINT "notice_digests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_worsenings_of_alert" ON "alert_worsenings" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "alert_worsenings_of_reading" ON "alert_worsenings" USING btree ("reading_id");--> statement-breakpoint
CREATE INDEX "notice_digests_of_organization" ON "notice_digests" USING btree ("organization_id","at");--> statement-breakpoint
ALTER TABLE "alert_announcements" ADD CONSTRAINT "alert_announcements_worsening_id_alert_worsenings_id_fk" FOREIGN KEY ("worsening_id") REFERENCES "public"."alert_worsenings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_confirmed_value" CHECK ("alerts"."confirmed_value" is null or "alerts"."confirm_at" is not null);--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_quiet_hours" CHECK ("organizations"."quiet_hours" is null or coalesce(
        "organizations"."quiet_hours" ->> 'from' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and "organizations"."quiet_hours" ->> 'to' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and "organizations"."quiet_hours" -> 'from' <> "organizations"."quiet_hours" -> 'to'
        and jsonb_typeof("organizations"."quiet_hours" -> 'weekdays') = 'array'
        and "organizations"."quiet_hours" -> 'weekdays' <> '[]' and "organizations"."quiet_hours" -> 'weekdays' <@ '[0,1,2,3,4,5,6]', false));--> statement-breakpoint
CREATE POLICY "own_organization" ON "alert_worsenings" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alert_worsenings"."organization_id" = (select organization_of_call())) WITH CHECK ("alert_worsenings"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "held_notices" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("held_notices"."organization_id" = (select organization_of_call())) WITH CHECK ("held_notices"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "notice_digests" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("notice_digests"."organization_id" = (select organization_of_call())) WITH CHECK ("notice_digests"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON alert_worsenings, held_notices, notice_digests TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (worsening_id) ON alert_announcements TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (quiet_hours, updated_at) ON organizations TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (confirmed_value) ON alerts TO kenshin_app;--> statement-breakpoint
-- Alerts that were confirmed before: what people saw is not known any more, so what the reading has by now counts.
UPDATE alerts SET confirmed_value = readings.value FROM readings
WHERE readings.organization_id = alerts.organization_id AND readings.id = alerts.reading_id
  AND alerts.confirm_at IS NOT NULL;--> statement-breakpoint
-- Screens that show alerts ask again: a step changes no row of alerts.
CREATE TRIGGER notify_insert AFTER INSERT ON alert_worsenings REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('alerts', 'null::bigint');
