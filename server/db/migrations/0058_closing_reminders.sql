CREATE TABLE "closing_reminders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closing_reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"cycle_id" bigint NOT NULL,
	"month" text NOT NULL,
	"days_before" smallint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closing_reminders_of_day" UNIQUE("cycle_id","month","days_before"),
	CONSTRAINT "closing_reminders_month" CHECK ("closing_reminders"."month" ~ '^\d{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "closing_reminders_days" CHECK ("closing_reminders"."days_before" in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "closing_reminders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "is_closing_notice" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "closing_reminders" ADD CONSTRAINT "closing_reminders_organization_id_cycle_id_closing_cycles_organization_id_id_fk" FOREIGN KEY ("organization_id","cycle_id") REFERENCES "public"."closing_cycles"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_organization" ON "closing_reminders" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("closing_reminders"."organization_id" = (select organization_of_call())) WITH CHECK ("closing_reminders"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT ON closing_reminders TO kenshin_app;
