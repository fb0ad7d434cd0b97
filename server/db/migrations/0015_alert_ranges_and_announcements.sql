CREATE TABLE "alert_announcements" (
	"alert_id" bigint PRIMARY KEY NOT NULL,
	"organization_id" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_announcements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alert_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"alert_id" bigint NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"latest_at" timestamp (3) with time zone NOT NULL,
	"emergency_start_value" double precision,
	"emergency_end_value" double precision,
	"user_id" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"comment" text
);
--> statement-breakpoint
ALTER TABLE "alert_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "emergency_start_value" double precision;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "emergency_end_value" double precision;--> statement-breakpoint
ALTER TABLE "alert_announcements" ADD CONSTRAINT "alert_announcements_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_changes_of_meter" ON "alert_changes" USING btree ("meter_id","at");--> statement-breakpoint
CREATE INDEX "alert_changes_of_alert" ON "alert_changes" USING btree ("alert_id","id");--> statement-breakpoint
CREATE POLICY "own_organization" ON "alert_announcements" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alert_announcements"."organization_id" = (select organization_of_call())) WITH CHECK ("alert_announcements"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "alert_changes" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alert_changes"."organization_id" = (select organization_of_call())) WITH CHECK ("alert_changes"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "confirmed_stays" ON "alerts" TO kenshin_app USING ("alerts"."confirm_at" is null or ("alerts"."confirmed_by_user_id" = nullif(current_setting('app.user_id', true), '')::bigint
        and "alerts"."confirm_at" > now() - interval '3 minutes')) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON alert_announcements TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON alert_changes TO kenshin_app;
--> statement-breakpoint
-- What older alerts were judged by is not known any more: they carry the range of the day of this migration.
UPDATE alerts SET emergency_start_value = meters.emergency_start_value, emergency_end_value = meters.emergency_end_value
FROM meters WHERE meters.id = alerts.meter_id;
--> statement-breakpoint
INSERT INTO alert_changes (organization_id, meter_id, alert_id, first_at, latest_at, emergency_start_value,
  emergency_end_value, user_id, at, action, comment)
SELECT organization_id, meter_id, id, created_at, latest_at, emergency_start_value, emergency_end_value,
  confirmed_by_user_id, confirm_at, 'confirm', comment
FROM alerts WHERE confirm_at IS NOT NULL;

--> statement-breakpoint
GRANT UPDATE (emergency_start_value, emergency_end_value) ON alerts TO kenshin_app;
