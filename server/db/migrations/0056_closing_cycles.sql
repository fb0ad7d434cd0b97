CREATE TABLE "closing_cycle_meters" (
	"meter_id" bigint PRIMARY KEY NOT NULL,
	"organization_id" bigint NOT NULL,
	"cycle_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "closing_cycle_meters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "closing_cycles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closing_cycles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"name" text NOT NULL,
	"closing_day" smallint NOT NULL,
	"closing_hour" smallint NOT NULL,
	"device_tolerance_hours" smallint NOT NULL,
	"round_tolerance_days" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "closing_cycles_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "closing_cycles_day" CHECK ("closing_cycles"."closing_day" between 1 and 31),
	CONSTRAINT "closing_cycles_hour" CHECK ("closing_cycles"."closing_hour" between 0 and 24),
	CONSTRAINT "closing_cycles_device_tolerance" CHECK ("closing_cycles"."device_tolerance_hours" between 1 and 240),
	CONSTRAINT "closing_cycles_round_tolerance" CHECK ("closing_cycles"."round_tolerance_days" between 1 and 10)
);
--> statement-breakpoint
ALTER TABLE "closing_cycles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "closing_cycle_meters" ADD CONSTRAINT "closing_cycle_meters_organization_id_cycle_id_closing_cycles_organization_id_id_fk" FOREIGN KEY ("organization_id","cycle_id") REFERENCES "public"."closing_cycles"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_cycle_meters" ADD CONSTRAINT "closing_cycle_meters_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_cycles" ADD CONSTRAINT "closing_cycles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closing_cycle_meters_of_cycle" ON "closing_cycle_meters" USING btree ("cycle_id");--> statement-breakpoint
CREATE UNIQUE INDEX "closing_cycles_name" ON "closing_cycles" USING btree ("organization_id",lower(regexp_replace(normalize("name", NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')));--> statement-breakpoint
CREATE POLICY "own_organization" ON "closing_cycle_meters" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("closing_cycle_meters"."organization_id" = (select organization_of_call())) WITH CHECK ("closing_cycle_meters"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "closing_cycles" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("closing_cycles"."organization_id" = (select organization_of_call())) WITH CHECK ("closing_cycles"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (name, closing_day, closing_hour, device_tolerance_hours, round_tolerance_days, updated_at), DELETE
  ON closing_cycles TO kenshin_app;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON closing_cycle_meters TO kenshin_app;
