ALTER TABLE "device_reports" ADD COLUMN "refused_rows" jsonb;--> statement-breakpoint
ALTER TABLE "readings" ADD COLUMN "time_mark" text;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_time_mark" CHECK ("readings"."time_mark" = 'arrival');