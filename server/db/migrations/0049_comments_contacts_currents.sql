ALTER TABLE "readings" DROP CONSTRAINT "readings_confirmed_doubts";--> statement-breakpoint
ALTER TABLE "alert_changes" ADD COLUMN "previous_comment" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "comment_edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device_reports" ADD COLUMN "measured" double precision;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "contact" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "device_reports_with_picture" ON "device_reports" USING btree ("device_id","created_at","id") WHERE "device_reports"."picture_sha256" is not null;--> statement-breakpoint
CREATE INDEX "readings_of_device" ON "readings" USING btree ("device_id","created_at") WHERE "readings"."device_id" is not null;--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_action" CHECK ("alert_changes"."action" in ('confirm', 'undo', 'comment'));--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_previous_comment" CHECK ("alert_changes"."previous_comment" is null or "alert_changes"."action" = 'comment');--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_comment_edited" CHECK ("alerts"."comment_edited_at" is null or "alerts"."confirm_at" is not null);--> statement-breakpoint
ALTER TABLE "device_reports" ADD CONSTRAINT "device_reports_measured" CHECK ("device_reports"."measured" is null or "device_reports"."kind" = 'analog');--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_contact" CHECK (char_length("inspections"."contact") <= 100);--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_confirmed_doubts" CHECK ("readings"."confirmed_doubts" <@ '{not_as_read,other_meter,same_picture,abnormal,out_of_range,backwards,above_next,too_fast,large_change}'::text[]);--> statement-breakpoint
GRANT UPDATE (comment_edited_at) ON alerts TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (contact) ON inspections TO kenshin_app;--> statement-breakpoint
-- The policy `confirmed_stays` refuses later updates of a confirmed alert, because it cannot say of which columns.
CREATE FUNCTION set_alert_comment(alert bigint, said text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE alerts SET comment = said, comment_edited_at = at
  WHERE organization_id = organization_of_call() AND id = alert AND confirm_at IS NOT NULL
    AND confirmed_by_user_id = nullif(current_setting('app.user_id', true), '')::bigint;
  IF NOT FOUND THEN
    RAISE insufficient_privilege USING MESSAGE = 'the comment of this alert is not this user''s';
  END IF;
END
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION set_alert_comment TO kenshin_app;
