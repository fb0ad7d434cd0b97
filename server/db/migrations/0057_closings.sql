CREATE TABLE "closing_meters" (
	"closing_id" bigint NOT NULL,
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"month" text NOT NULL,
	"version" smallint NOT NULL,
	"meter_name" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"mark" text NOT NULL,
	"usage" double precision,
	"adjustment" double precision NOT NULL,
	"days" double precision,
	"start" jsonb,
	"end" jsonb,
	"segments" jsonb NOT NULL,
	"checks" jsonb NOT NULL,
	"reason" text,
	CONSTRAINT "closing_meters_closing_id_meter_id_pk" PRIMARY KEY("closing_id","meter_id"),
	CONSTRAINT "closing_meters_of_month" UNIQUE("meter_id","month","version"),
	CONSTRAINT "closing_meters_state" CHECK ("closing_meters"."state" in ('missing', 'review', 'estimated', 'confirmed')),
	CONSTRAINT "closing_meters_mark" CHECK ("closing_meters"."mark" in ('exact', 'estimated', 'unknown')),
	CONSTRAINT "closing_meters_usage" CHECK (("closing_meters"."usage" is null) = ("closing_meters"."mark" = 'unknown')),
	CONSTRAINT "closing_meters_reason" CHECK ("closing_meters"."reason" is not null or "closing_meters"."state" in ('estimated', 'confirmed') and "closing_meters"."checks" = '[]'::jsonb)
);
--> statement-breakpoint
ALTER TABLE "closing_meters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "closings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"cycle_id" bigint NOT NULL,
	"month" text NOT NULL,
	"version" smallint NOT NULL,
	"closing_date" date NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"device_tolerance_hours" smallint NOT NULL,
	"round_tolerance_days" smallint NOT NULL,
	"rules" smallint NOT NULL,
	"meter_count" integer NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text,
	CONSTRAINT "closings_of_month" UNIQUE("cycle_id","month","version"),
	CONSTRAINT "closings_organization_id" UNIQUE("organization_id","id","month","version"),
	CONSTRAINT "closings_month" CHECK ("closings"."month" ~ '^\d{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "closings_version" CHECK ("closings"."version" >= 1),
	CONSTRAINT "closings_reason" CHECK (("closings"."version" > 1) = ("closings"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "closings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "closing_meters" ADD CONSTRAINT "closing_meters_organization_id_closing_id_month_version_closings_organization_id_id_month_version_fk" FOREIGN KEY ("organization_id","closing_id","month","version") REFERENCES "public"."closings"("organization_id","id","month","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_meters" ADD CONSTRAINT "closing_meters_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closings" ADD CONSTRAINT "closings_organization_id_cycle_id_closing_cycles_organization_id_id_fk" FOREIGN KEY ("organization_id","cycle_id") REFERENCES "public"."closing_cycles"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_organization" ON "closing_meters" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("closing_meters"."organization_id" = (select organization_of_call())) WITH CHECK ("closing_meters"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "closings" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("closings"."organization_id" = (select organization_of_call())) WITH CHECK ("closings"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT ON closings, closing_meters TO kenshin_app;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON closings
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON closing_meters
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION refuse_further_meters() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM closings WHERE id IN (SELECT closing_id FROM inserted)
      AND meter_count < (SELECT count(*) FROM closing_meters WHERE closing_id = closings.id)
  ) THEN
    RAISE EXCEPTION 'a closed month is complete' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER complete AFTER INSERT ON closing_meters REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION refuse_further_meters();
