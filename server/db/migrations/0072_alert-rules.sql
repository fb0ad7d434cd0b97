CREATE TABLE "alert_rule_cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rule_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"judging" jsonb NOT NULL,
	"judged_from" timestamp (3) with time zone NOT NULL,
	"level" text NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"began_id" bigint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"opened_id" bigint NOT NULL,
	"upgraded_at" timestamp (3) with time zone,
	"upgraded_id" bigint,
	"closed_at" timestamp (3) with time zone,
	"closed_id" bigint,
	"is_corrected" boolean DEFAULT false NOT NULL,
	CONSTRAINT "alert_rule_cases_level" CHECK ("alert_rule_cases"."level" in ('warning', 'alarm')),
	CONSTRAINT "alert_rule_cases_began" CHECK (("alert_rule_cases"."began_at", "alert_rule_cases"."began_id") <= ("alert_rule_cases"."opened_at", "alert_rule_cases"."opened_id")),
	CONSTRAINT "alert_rule_cases_upgraded" CHECK (("alert_rule_cases"."upgraded_at" is null) = ("alert_rule_cases"."upgraded_id" is null)),
	CONSTRAINT "alert_rule_cases_closed" CHECK ("alert_rule_cases"."closed_id" is null or "alert_rule_cases"."closed_at" is not null),
	CONSTRAINT "alert_rule_cases_corrected" CHECK (not "alert_rule_cases"."is_corrected" or "alert_rule_cases"."closed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "alert_rule_cases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alert_rule_checkpoints" (
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reading_id" bigint NOT NULL,
	"states" jsonb NOT NULL,
	CONSTRAINT "alert_rule_checkpoints_meter_id_at_reading_id_pk" PRIMARY KEY("meter_id","at","reading_id")
);
--> statement-breakpoint
ALTER TABLE "alert_rule_checkpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alert_rule_states" (
	"meter_id" bigint PRIMARY KEY NOT NULL,
	"organization_id" bigint NOT NULL,
	"states" jsonb NOT NULL,
	"before" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_rule_states" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"name" text NOT NULL,
	"meter_id" bigint,
	"meter_group_id" bigint,
	"meter_category_id" bigint,
	"meter_unit_id" bigint,
	"condition" jsonb NOT NULL,
	"open_after" smallint,
	"close_after" smallint NOT NULL,
	"active" jsonb,
	"includes_unsure" boolean NOT NULL,
	"judged_from" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_rules_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "alert_rules_target" CHECK (num_nonnulls("alert_rules"."meter_id", "alert_rules"."meter_group_id", "alert_rules"."meter_category_id") = 1),
	CONSTRAINT "alert_rules_condition" CHECK (coalesce(case "alert_rules"."condition" ->> 'kind'
        when 'limit' then case "alert_rules"."condition" ->> 'direction'
          when 'above' then ("alert_rules"."condition" ->> 'closing_limit')::float8
            <= coalesce(("alert_rules"."condition" ->> 'warning')::float8, ("alert_rules"."condition" ->> 'alarm')::float8)
          when 'below' then ("alert_rules"."condition" ->> 'closing_limit')::float8
            >= coalesce(("alert_rules"."condition" ->> 'warning')::float8, ("alert_rules"."condition" ->> 'alarm')::float8) end
        else "alert_rules"."condition" ->> 'kind' in ('change', 'unchanged', 'unreadable', 'backwards')
          and "alert_rules"."condition" ->> 'level' in ('warning', 'alarm') end, false)),
	CONSTRAINT "alert_rules_unit" CHECK (("alert_rules"."meter_unit_id" is null) = ("alert_rules"."condition" ->> 'kind' = 'unreadable')),
	CONSTRAINT "alert_rules_open_after" CHECK ("alert_rules"."open_after" between 1 and 20),
	CONSTRAINT "alert_rules_close_after" CHECK ("alert_rules"."close_after" between 1 and 20),
	CONSTRAINT "alert_rules_active" CHECK ("alert_rules"."active" is null or coalesce("alert_rules"."active" -> 'from' <> "alert_rules"."active" -> 'to'
        and jsonb_typeof("alert_rules"."active" -> 'weekdays') = 'array' and "alert_rules"."active" -> 'weekdays' <> '[]', false))
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert_rule_cases" ADD CONSTRAINT "alert_rule_cases_organization_id_rule_id_alert_rules_organization_id_id_fk" FOREIGN KEY ("organization_id","rule_id") REFERENCES "public"."alert_rules"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule_cases" ADD CONSTRAINT "alert_rule_cases_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule_checkpoints" ADD CONSTRAINT "alert_rule_checkpoints_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule_states" ADD CONSTRAINT "alert_rule_states_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_meter_category_id_categories_id_fk" FOREIGN KEY ("meter_category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_meter_unit_id_units_id_fk" FOREIGN KEY ("meter_unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_organization_id_meter_group_id_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_group_id") REFERENCES "public"."groups"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_rule_cases_open" ON "alert_rule_cases" USING btree ("meter_id","rule_id") WHERE "alert_rule_cases"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "alert_rule_cases_of_rule" ON "alert_rule_cases" USING btree ("rule_id","opened_at","id");--> statement-breakpoint
CREATE INDEX "alert_rule_cases_of_meter" ON "alert_rule_cases" USING btree ("meter_id","rule_id","closed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_rules_name" ON "alert_rules" USING btree ("organization_id",lower(regexp_replace(normalize("name", NFKC), '[­​-‏‪-‮⁠-⁩﻿]', '', 'g')));--> statement-breakpoint
CREATE INDEX "alert_rules_of_meter" ON "alert_rules" USING btree ("meter_id") WHERE "alert_rules"."meter_id" is not null;--> statement-breakpoint
CREATE INDEX "alert_rules_of_group" ON "alert_rules" USING btree ("meter_group_id") WHERE "alert_rules"."meter_group_id" is not null;--> statement-breakpoint
CREATE INDEX "alert_rules_of_category" ON "alert_rules" USING btree ("organization_id","meter_category_id") WHERE "alert_rules"."meter_category_id" is not null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "alert_rule_cases" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alert_rule_cases"."organization_id" = (select organization_of_call())) WITH CHECK ("alert_rule_cases"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "alert_rule_checkpoints" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alert_rule_checkpoints"."organization_id" = (select organization_of_call())) WITH CHECK ("alert_rule_checkpoints"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "alert_rule_states" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alert_rule_states"."organization_id" = (select organization_of_call())) WITH CHECK ("alert_rule_states"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "alert_rules" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alert_rules"."organization_id" = (select organization_of_call())) WITH CHECK ("alert_rules"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON alert_rules, alert_rule_states, alert_rule_checkpoints, alert_rule_cases TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (name, meter_id, meter_group_id, meter_category_id, meter_unit_id, condition, open_after, close_after, active, includes_unsure, judged_from, updated_at) ON alert_rules TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (states, before) ON alert_rule_states TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (level, began_at, began_id, opened_at, opened_id, upgraded_at, upgraded_id, closed_at, closed_id, is_corrected) ON alert_rule_cases TO kenshin_app;
