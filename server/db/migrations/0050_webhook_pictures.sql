ALTER TABLE "webhook_calls" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_calls" ADD COLUMN "note" text;--> statement-breakpoint
-- Only of pictures without values, which are all that is shown. Earlier versions kept only when the bytes were received for
-- the first time.
UPDATE "webhook_calls" SET "received_at" = "pictures"."created_at" FROM "pictures"
WHERE "pictures"."organization_id" = "webhook_calls"."organization_id"
  AND "pictures"."sha256" = "webhook_calls"."picture_sha256"
  AND "webhook_calls"."report_id" IS NULL;--> statement-breakpoint
ALTER TABLE "webhook_calls" ADD CONSTRAINT "webhook_calls_received_at" CHECK ("webhook_calls"."received_at" is not null or "webhook_calls"."note" is null);--> statement-breakpoint
GRANT UPDATE (received_at, note) ON webhook_calls TO kenshin_app;
