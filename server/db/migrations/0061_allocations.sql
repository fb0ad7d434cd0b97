CREATE TABLE "meter_allocation_shares" (
	"allocation_id" bigint NOT NULL,
	"organization_id" bigint NOT NULL,
	"cost_bearer_id" bigint NOT NULL,
	"percent" numeric(7, 4) NOT NULL,
	CONSTRAINT "meter_allocation_shares_allocation_id_cost_bearer_id_pk" PRIMARY KEY("allocation_id","cost_bearer_id"),
	CONSTRAINT "meter_allocation_shares_percent" CHECK ("meter_allocation_shares"."percent" > 0 and "meter_allocation_shares"."percent" <= 100)
);
--> statement-breakpoint
ALTER TABLE "meter_allocation_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meter_allocations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meter_allocations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"from_month" text NOT NULL,
	"method" text NOT NULL,
	CONSTRAINT "meter_allocations_month" UNIQUE("meter_id","from_month"),
	CONSTRAINT "meter_allocations_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "meter_allocations_from_month" CHECK ("meter_allocations"."from_month" ~ '^(19|2\d)\d{2}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "meter_allocations_method" CHECK ("meter_allocations"."method" in ('none', 'usage', 'shares'))
);
--> statement-breakpoint
ALTER TABLE "meter_allocations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "closing_meters" ADD COLUMN "allocation" jsonb;--> statement-breakpoint
ALTER TABLE "meter_allocation_shares" ADD CONSTRAINT "meter_allocation_shares_organization_id_allocation_id_meter_allocations_organization_id_id_fk" FOREIGN KEY ("organization_id","allocation_id") REFERENCES "public"."meter_allocations"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_allocation_shares" ADD CONSTRAINT "meter_allocation_shares_organization_id_cost_bearer_id_cost_bearers_organization_id_id_fk" FOREIGN KEY ("organization_id","cost_bearer_id") REFERENCES "public"."cost_bearers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_allocations" ADD CONSTRAINT "meter_allocations_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meter_allocation_shares_of_cost_bearer" ON "meter_allocation_shares" USING btree ("cost_bearer_id");--> statement-breakpoint
CREATE POLICY "own_organization" ON "meter_allocation_shares" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("meter_allocation_shares"."organization_id" = (select organization_of_call())) WITH CHECK ("meter_allocation_shares"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "meter_allocations" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("meter_allocations"."organization_id" = (select organization_of_call())) WITH CHECK ("meter_allocations"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON meter_allocations, meter_allocation_shares TO kenshin_app;--> statement-breakpoint
CREATE FUNCTION refuse_incomplete_shares() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed bigint;
BEGIN
  IF TG_TABLE_NAME = 'meter_allocations' THEN
    changed := NEW.id;
  ELSIF TG_OP = 'INSERT' THEN
    changed := NEW.allocation_id;
  ELSE
    changed := OLD.allocation_id;
  END IF;
  IF EXISTS (
    SELECT FROM meter_allocations WHERE id = changed
      AND CASE method WHEN 'shares' THEN 100 ELSE 0 END
        <> (SELECT coalesce(sum(percent), 0) FROM meter_allocation_shares WHERE allocation_id = changed)
  ) THEN
    RAISE EXCEPTION 'the shares of allocation % do not add up', changed
      USING ERRCODE = 'check_violation', CONSTRAINT = 'meter_allocation_shares_sum';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER complete AFTER INSERT OR UPDATE ON meter_allocations
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_incomplete_shares();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER complete AFTER INSERT OR UPDATE OR DELETE ON meter_allocation_shares
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_incomplete_shares();--> statement-breakpoint
CREATE TRIGGER notify_insert AFTER INSERT ON meter_allocations REFERENCING NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('closings', 'null::bigint');--> statement-breakpoint
CREATE TRIGGER notify_delete AFTER DELETE ON meter_allocations REFERENCING OLD TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION notify_change('closings', 'null::bigint');
