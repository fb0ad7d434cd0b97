ALTER TABLE "readings" ADD COLUMN "position" double precision;--> statement-breakpoint
ALTER TABLE "readings" ADD COLUMN "registration" double precision;--> statement-breakpoint
ALTER TABLE "readings" ADD COLUMN "advice" jsonb;