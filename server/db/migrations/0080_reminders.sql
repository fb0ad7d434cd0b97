CREATE TABLE "alert_reminders" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"escalation_minutes" integer,
	"escalation_group_id" bigint,
	"escalation_from" timestamp (3) with time zone,
	"repeat_hours" integer,
	"repeat_from" timestamp (3) with time zone,
	CONSTRAINT "alert_reminders_escalation" CHECK (num_nulls("alert_reminders"."escalation_minutes", "alert_reminders"."escalation_group_id", "alert_reminders"."escalation_from") in (0, 3)),
	CONSTRAINT "alert_reminders_minutes" CHECK ("alert_reminders"."escalation_minutes" between 5 and 1440),
	CONSTRAINT "alert_reminders_repeat" CHECK (("alert_reminders"."repeat_hours" is null) = ("alert_reminders"."repeat_from" is null)),
	CONSTRAINT "alert_reminders_hours" CHECK ("alert_reminders"."repeat_hours" between 1 and 72)
);
--> statement-breakpoint
ALTER TABLE "alert_reminders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "escalated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "escalated_to" jsonb;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "repeated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert_reminders" ADD CONSTRAINT "alert_reminders_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_reminders" ADD CONSTRAINT "alert_reminders_organization_id_escalation_group_id_recipient_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","escalation_group_id") REFERENCES "public"."recipient_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_unconfirmed" ON "alerts" USING btree ("organization_id","told_at") WHERE "alerts"."is_alert" and "alerts"."told_at" is not null;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_escalated" CHECK ("alerts"."escalated_to" is null or "alerts"."escalated_at" is not null);--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_told" CHECK ("alerts"."told_at" is not null or ("alerts"."escalated_at" is null and "alerts"."repeated_at" is null));--> statement-breakpoint
CREATE POLICY "own_organization" ON "alert_reminders" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alert_reminders"."organization_id" = (select organization_of_call())) WITH CHECK ("alert_reminders"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (escalation_minutes, escalation_group_id, escalation_from, repeat_hours, repeat_from)
  ON alert_reminders TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (told_at, escalated_at, escalated_to, repeated_at) ON alerts TO kenshin_app;
