-- Earlier versions accepted more free calls than the maximum. They never had an effect above it.
UPDATE "plans" SET "ai_api_free_count" = "ai_api_max_count" WHERE "ai_api_free_count" > "ai_api_max_count";--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_free_within_max" CHECK ("plans"."ai_api_free_count" <= "plans"."ai_api_max_count");
