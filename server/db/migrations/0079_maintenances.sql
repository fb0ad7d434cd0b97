CREATE TABLE "maintenances" (
	"group_id" bigint PRIMARY KEY NOT NULL,
	"organization_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by_user_id" bigint NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "maintenances_reason" CHECK ("maintenances"."reason" <> ''),
	CONSTRAINT "maintenances_set" CHECK ("maintenances"."set_at" >= "maintenances"."started_at"),
	CONSTRAINT "maintenances_ends" CHECK ("maintenances"."ends_at" > "maintenances"."set_at" and "maintenances"."ends_at" - "maintenances"."set_at" <= interval '24 hours')
);
--> statement-breakpoint
ALTER TABLE "maintenances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert_announcements" ADD COLUMN "is_first" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenances" ADD CONSTRAINT "maintenances_started_by_user_id_users_id_fk" FOREIGN KEY ("started_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenances" ADD CONSTRAINT "maintenances_organization_id_group_id_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","group_id") REFERENCES "public"."groups"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_organization" ON "maintenances" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("maintenances"."organization_id" = (select organization_of_call())) WITH CHECK ("maintenances"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON maintenances TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (reason, set_at, ends_at) ON maintenances TO kenshin_app;--> statement-breakpoint
UPDATE alert_announcements SET is_first = worsening_id IS NULL AND NOT is_end;--> statement-breakpoint
-- Screens that show groups ask again.
CREATE TRIGGER notify_insert AFTER INSERT ON maintenances REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('groups', 'null::bigint');--> statement-breakpoint
CREATE TRIGGER notify_update AFTER UPDATE ON maintenances REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('groups', 'null::bigint');--> statement-breakpoint
CREATE TRIGGER notify_delete AFTER DELETE ON maintenances REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('groups', 'null::bigint');
