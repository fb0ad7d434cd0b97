ALTER TABLE "reading_changes" DROP CONSTRAINT "reading_changes_action";--> statement-breakpoint
ALTER TABLE "alert_changes" ADD COLUMN "value_format" jsonb;--> statement-breakpoint
ALTER TABLE "reading_changes" ADD CONSTRAINT "reading_changes_action" CHECK ("reading_changes"."action" in ('create', 'correct', 'delete', 'restore'));