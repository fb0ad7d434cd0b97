ALTER TABLE "alert_rules" ADD COLUMN "is_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
GRANT UPDATE (is_enabled) ON alert_rules TO kenshin_app;--> statement-breakpoint
-- A rule that was switched off judged from the end of the year 9999 on.
UPDATE alert_rules SET is_enabled = false, judged_from = updated_at WHERE judged_from >= '9999-12-31T00:00:00Z';
