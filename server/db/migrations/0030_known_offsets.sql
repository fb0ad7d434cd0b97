ALTER TABLE "readings" ADD COLUMN "known_offset_ms" bigint;--> statement-breakpoint
ALTER TABLE "skips" ADD COLUMN "known_offset_ms" bigint;