CREATE TABLE "cost_bearers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cost_bearers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"name" text NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cost_bearers_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "cost_bearers_status" CHECK ("cost_bearers"."status" in (0, 1))
);
--> statement-breakpoint
ALTER TABLE "cost_bearers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "cost_bearer_id" bigint;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "customer_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "parent_meter_id" bigint;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "verification_expires_on" date;--> statement-breakpoint
ALTER TABLE "meters" ADD COLUMN "rounding" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "cost_bearers" ADD CONSTRAINT "cost_bearers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cost_bearers_name" ON "cost_bearers" USING btree ("organization_id",lower(regexp_replace(normalize("name", NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')));--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_organization_id_cost_bearer_id_cost_bearers_organization_id_id_fk" FOREIGN KEY ("organization_id","cost_bearer_id") REFERENCES "public"."cost_bearers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_organization_id_parent_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","parent_meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meters_code" ON "meters" USING btree ("organization_id",lower(regexp_replace(normalize("code", NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')));--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_code_length" CHECK (char_length("meters"."code") between 1 and 100);--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_customer_number" CHECK (char_length("meters"."customer_number") <= 100);--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_rounding" CHECK ("meters"."rounding" in ('none', 'integer'));--> statement-breakpoint
CREATE POLICY "own_organization" ON "cost_bearers" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("cost_bearers"."organization_id" = (select organization_of_call())) WITH CHECK ("cost_bearers"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (name, status, updated_at), DELETE ON cost_bearers TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (code, cost_bearer_id, customer_number, parent_meter_id, verification_expires_on, rounding)
  ON meters TO kenshin_app;--> statement-breakpoint
CREATE TRIGGER notify_insert AFTER INSERT ON cost_bearers REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('cost-bearers', 'NULL::bigint');--> statement-breakpoint
CREATE TRIGGER notify_update AFTER UPDATE ON cost_bearers REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('cost-bearers', 'NULL::bigint');--> statement-breakpoint
CREATE TRIGGER notify_delete AFTER DELETE ON cost_bearers REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('cost-bearers', 'NULL::bigint');--> statement-breakpoint
-- Changes of parents of one organization wait for each other: two at once could close a cycle that neither sees.
CREATE FUNCTION refuse_meter_cycle() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('meters.parent_meter_id', NEW.organization_id));
  IF EXISTS (
    WITH RECURSIVE ancestors (id) AS (
      SELECT NEW.parent_meter_id
      UNION
      SELECT parent_meter_id FROM ancestors JOIN meters USING (id)
    )
    SELECT FROM ancestors WHERE id = NEW.id
  ) THEN
    RAISE EXCEPTION 'meter % would be supplied by itself', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'meters_parent_cycle';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER refuse_cycle AFTER INSERT OR UPDATE OF parent_meter_id ON meters
FOR EACH ROW WHEN (NEW.parent_meter_id IS NOT NULL) EXECUTE FUNCTION refuse_meter_cycle();
