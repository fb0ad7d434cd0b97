CREATE TABLE "bucket_refusals" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"announced_at" timestamp (3) with time zone,
	CONSTRAINT "bucket_refusals_only" CHECK ("bucket_refusals"."is_only")
);
--> statement-breakpoint
ALTER TABLE "bucket_refusals" ENABLE ROW LEVEL SECURITY;