CREATE TABLE "meter_estimates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meter_estimates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"basis" text NOT NULL,
	"reason" text NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meter_estimates_at" UNIQUE("meter_id","at"),
	CONSTRAINT "meter_estimates_value" CHECK ("meter_estimates"."value" >= 0 and "meter_estimates"."value" <= 1e15),
	CONSTRAINT "meter_estimates_basis" CHECK ("meter_estimates"."basis" in ('last_year', 'previous', 'mean', 'typed')),
	CONSTRAINT "meter_estimates_reason" CHECK ("meter_estimates"."reason" <> '')
);
--> statement-breakpoint
ALTER TABLE "meter_estimates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "meter_estimates" ADD CONSTRAINT "meter_estimates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_estimates" ADD CONSTRAINT "meter_estimates_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_organization" ON "meter_estimates" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("meter_estimates"."organization_id" = (select organization_of_call())) WITH CHECK ("meter_estimates"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON meter_estimates TO kenshin_app;
