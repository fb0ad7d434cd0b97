ALTER TABLE "sign_in_attempts" ADD COLUMN "user_id" bigint;--> statement-breakpoint
ALTER TABLE "confirmation_codes" DROP COLUMN "attempts";