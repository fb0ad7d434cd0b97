CREATE TABLE "blind_checks" (
	"organization_id" bigint NOT NULL,
	"reading_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"typed_value" double precision NOT NULL,
	"read_value" double precision NOT NULL,
	"agrees" boolean NOT NULL,
	CONSTRAINT "blind_checks_organization_id_reading_id_pk" PRIMARY KEY("organization_id","reading_id")
);
--> statement-breakpoint
ALTER TABLE "blind_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "retake_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retake_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"reading_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "retake_requests_withdrawn" CHECK ("retake_requests"."withdrawn_at" >= "retake_requests"."at")
);
--> statement-breakpoint
ALTER TABLE "retake_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "blind_sample_percent" real DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "blind_checks" ADD CONSTRAINT "blind_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_checks" ADD CONSTRAINT "blind_checks_organization_id_reading_id_readings_organization_id_id_fk" FOREIGN KEY ("organization_id","reading_id") REFERENCES "public"."readings"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retake_requests" ADD CONSTRAINT "retake_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retake_requests" ADD CONSTRAINT "retake_requests_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retake_requests" ADD CONSTRAINT "retake_requests_organization_id_reading_id_readings_organization_id_id_fk" FOREIGN KEY ("organization_id","reading_id") REFERENCES "public"."readings"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "retake_requests_of_reading" ON "retake_requests" USING btree ("organization_id","reading_id") WHERE "retake_requests"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "retake_requests_of_meter" ON "retake_requests" USING btree ("meter_id","at") WHERE "retake_requests"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "readings_for_blind_sample" ON "readings" USING btree ("organization_id","created_at","id") WHERE (readings.value_source = 'reader' and readings.value is not null
  and readings.picture_sha256 is not null and readings.read_state is not null
  and coalesce(readings.confidence, 0) >= 0.9
  and (readings.advice is null or (readings.advice->>'seen')::float8 is not distinct from readings.value)
  and readings.confirmed_doubts = '{}' and abs(hashint8extended(readings.id, 0) % 10000) < 200) and "readings"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_blind_sample_percent" CHECK ("organizations"."blind_sample_percent" between 0 and 2);--> statement-breakpoint
CREATE POLICY "own_organization" ON "blind_checks" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("blind_checks"."organization_id" = (select organization_of_call())) WITH CHECK ("blind_checks"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "retake_requests" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("retake_requests"."organization_id" = (select organization_of_call())) WITH CHECK ("retake_requests"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (withdrawn_at) ON retake_requests TO kenshin_app;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON blind_checks TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (blind_sample_percent) ON organizations TO kenshin_app;--> statement-breakpoint
-- Phones on a round show what somebody asks for.
CREATE TRIGGER notify_insert AFTER INSERT ON retake_requests REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('rounds', 'meter_id');--> statement-breakpoint
CREATE TRIGGER notify_update AFTER UPDATE ON retake_requests REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('rounds', 'meter_id');
