CREATE TABLE "meter_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meter_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"valid_from" timestamp (3) with time zone,
	"digit_number" smallint,
	"decimal_point" smallint,
	"multiplier" double precision NOT NULL,
	CONSTRAINT "meter_terms_valid_from" UNIQUE NULLS NOT DISTINCT("meter_id","valid_from"),
	CONSTRAINT "meter_terms_multiplier" CHECK ("meter_terms"."multiplier" > 0)
);
--> statement-breakpoint
ALTER TABLE "meter_terms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "meter_terms" ADD CONSTRAINT "meter_terms_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_organization" ON "meter_terms" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("meter_terms"."organization_id" = (select organization_of_call())) WITH CHECK ("meter_terms"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (digit_number, decimal_point, multiplier), DELETE ON meter_terms TO kenshin_app;--> statement-breakpoint
INSERT INTO meter_terms (organization_id, meter_id, digit_number, decimal_point, multiplier)
SELECT organization_id, id, digit_number, decimal_point, multiplier FROM meters;--> statement-breakpoint
-- A meter's own columns are those of its newest terms, whoever writes them.
CREATE FUNCTION keep_meter_terms() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO meter_terms (organization_id, meter_id, digit_number, decimal_point, multiplier)
    VALUES (NEW.organization_id, NEW.id, NEW.digit_number, NEW.decimal_point, NEW.multiplier);
  ELSE
    UPDATE meter_terms
    SET digit_number = NEW.digit_number, decimal_point = NEW.decimal_point, multiplier = NEW.multiplier
    WHERE id = (
      SELECT id FROM meter_terms WHERE meter_id = NEW.id ORDER BY valid_from DESC NULLS LAST LIMIT 1
    );
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_terms_of_new AFTER INSERT ON meters FOR EACH ROW EXECUTE FUNCTION keep_meter_terms();--> statement-breakpoint
CREATE TRIGGER keep_terms_of_changed AFTER UPDATE OF digit_number, decimal_point, multiplier ON meters
FOR EACH ROW EXECUTE FUNCTION keep_meter_terms();
