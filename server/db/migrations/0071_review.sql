CREATE TABLE "review_loans" (
	"organization_id" bigint NOT NULL,
	"reading_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_loans_organization_id_reading_id_pk" PRIMARY KEY("organization_id","reading_id")
);
--> statement-breakpoint
ALTER TABLE "review_loans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "reading_changes" ADD COLUMN "is_decision" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_loans" ADD CONSTRAINT "review_loans_organization_id_reading_id_readings_organization_id_id_fk" FOREIGN KEY ("organization_id","reading_id") REFERENCES "public"."readings"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_loans" ADD CONSTRAINT "review_loans_user_id_organization_id_memberships_user_id_organization_id_fk" FOREIGN KEY ("user_id","organization_id") REFERENCES "public"."memberships"("user_id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_loans_of_user" ON "review_loans" USING btree ("user_id","organization_id");--> statement-breakpoint
CREATE INDEX "readings_for_review" ON "readings" USING btree ("organization_id","created_at","id") WHERE ((readings.value_source = 'device' and readings.value is not null
    and readings.reasons && '{device differs,device instead}'::text[]
  or readings.value_source = 'reader' and (
    readings.value is null and readings.picture_sha256 is not null and readings.read_state in (1, 2)
    or readings.value is not null and readings.read_state is not null and (
      coalesce(readings.confidence, 0) < 0.9
      or readings.advice is not null and (readings.advice->>'seen')::float8 is distinct from readings.value))) or readings.confirmed_doubts <> '{}') and "readings"."deleted_at" is null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "review_loans" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("review_loans"."organization_id" = (select organization_of_call())) WITH CHECK ("review_loans"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (user_id, until) ON review_loans TO kenshin_app;
