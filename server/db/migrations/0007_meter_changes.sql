CREATE TABLE "meter_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meter_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "meter_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "meter_changes" ADD CONSTRAINT "meter_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_changes" ADD CONSTRAINT "meter_changes_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meter_changes_of_meter" ON "meter_changes" USING btree ("meter_id","at");--> statement-breakpoint
CREATE POLICY "own_organization" ON "meter_changes" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("meter_changes"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint) WITH CHECK ("meter_changes"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint);--> statement-breakpoint
GRANT SELECT, INSERT ON meter_changes TO kenshin_app;
