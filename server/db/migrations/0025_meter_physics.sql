CREATE TABLE "meter_rates" (
	"meter_id" bigint PRIMARY KEY NOT NULL,
	"organization_id" bigint NOT NULL,
	"usual" double precision,
	"greatest" double precision,
	"days" double precision,
	"learned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "meter_rates_known" CHECK (num_nulls("meter_rates"."usual", "meter_rates"."greatest", "meter_rates"."days") in (0, 3)),
	CONSTRAINT "meter_rates_positive" CHECK ("meter_rates"."usual" >= 0 and "meter_rates"."greatest" > 0 and "meter_rates"."days" > 0)
);
--> statement-breakpoint
ALTER TABLE "meter_rates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meter_replacements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meter_replacements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"old_end_value" double precision,
	"new_start_value" double precision NOT NULL,
	"note" text NOT NULL,
	"user_id" bigint NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_user_id" bigint,
	CONSTRAINT "meter_replacements_deleted" CHECK (("meter_replacements"."deleted_at" is null) = ("meter_replacements"."deleted_by_user_id" is null))
);
--> statement-breakpoint
ALTER TABLE "meter_replacements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "multiplier" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "readings" ADD COLUMN "confirmed_doubts" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "meter_rates" ADD CONSTRAINT "meter_rates_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_replacements" ADD CONSTRAINT "meter_replacements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_replacements" ADD CONSTRAINT "meter_replacements_deleted_by_user_id_users_id_fk" FOREIGN KEY ("deleted_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_replacements" ADD CONSTRAINT "meter_replacements_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meter_replacements_of_meter" ON "meter_replacements" USING btree ("meter_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "meter_replacements_idempotency_key" ON "meter_replacements" USING btree ("organization_id","idempotency_key");--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_multiplier" CHECK ("meters"."multiplier" > 0);--> statement-breakpoint
CREATE POLICY "own_organization" ON "meter_rates" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("meter_rates"."organization_id" = (select organization_of_call())) WITH CHECK ("meter_rates"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "meter_replacements" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("meter_replacements"."organization_id" = (select organization_of_call())) WITH CHECK ("meter_replacements"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT UPDATE (multiplier) ON meters TO kenshin_app;
--> statement-breakpoint
GRANT UPDATE (confirmed_doubts) ON readings TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (deleted_at, deleted_by_user_id) ON meter_replacements TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (usual, greatest, days, learned_at) ON meter_rates TO kenshin_app;
--> statement-breakpoint
-- Whoever shows the meter or its readings shows what was consumed.
DO $$
DECLARE
  operation text;
BEGIN
  FOREACH operation IN ARRAY ARRAY['insert', 'update'] LOOP
    EXECUTE format(
      'CREATE TRIGGER %I AFTER %s ON meter_replacements REFERENCING NEW TABLE AS changed_rows
       FOR EACH STATEMENT EXECUTE FUNCTION notify_change(''meters'', ''meter_id'')',
      'notify_' || operation, operation);
  END LOOP;
END
$$;
