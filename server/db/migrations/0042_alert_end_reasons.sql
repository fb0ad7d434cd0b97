ALTER TABLE "alerts" ADD COLUMN "end_reason" text;--> statement-breakpoint
-- So far only a normal reading left an alert under past ones; those that a range or a correction ended were deleted.
UPDATE "alerts" SET "end_reason" = 'value' WHERE "is_alerted" AND NOT "is_alert";--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_end_reason" CHECK ("alerts"."end_reason" in ('value', 'range', 'correction'));--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_ended" CHECK (not "alerts"."is_alerted" or "alerts"."is_alert" = ("alerts"."end_reason" is null));--> statement-breakpoint
GRANT UPDATE (end_reason) ON alerts TO kenshin_app;
