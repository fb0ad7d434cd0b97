ALTER TABLE "skips" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "skips" ADD COLUMN "withdrawn_by_user_id" bigint;--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_withdrawn_by_user_id_users_id_fk" FOREIGN KEY ("withdrawn_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
GRANT UPDATE (withdrawn_at, withdrawn_by_user_id) ON skips TO kenshin_app;
--> statement-breakpoint
CREATE TRIGGER mark_rounds_update AFTER UPDATE ON skips REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION mark_rounds_of_skips();
--> statement-breakpoint
CREATE TRIGGER notify_update AFTER UPDATE ON skips REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('rounds', 'meter_id');
