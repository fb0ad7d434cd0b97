ALTER TABLE "meters" ADD COLUMN "cumulative_mode" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_cumulative_mode" CHECK ("meters"."cumulative_mode" in ('auto', 'yes', 'no'));--> statement-breakpoint
GRANT UPDATE (cumulative_mode) ON meters TO kenshin_app;
