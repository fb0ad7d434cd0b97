CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"meter_id" bigint NOT NULL,
	"is_alert" boolean NOT NULL,
	"is_alerted" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"first_reading_id" bigint NOT NULL,
	"latest_at" timestamp (3) with time zone NOT NULL,
	"reading_id" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"confirm_at" timestamp (3) with time zone,
	"confirmed_by_user_id" bigint,
	"comment" text,
	CONSTRAINT "alerts_occurring" CHECK (not "alerts"."is_alert" or "alerts"."is_alerted"),
	CONSTRAINT "alerts_confirmed" CHECK ("alerts"."is_alerted" = ("alerts"."confirm_at" is null)),
	CONSTRAINT "alerts_confirmed_by" CHECK (("alerts"."confirm_at" is null) = ("alerts"."confirmed_by_user_id" is null)),
	CONSTRAINT "alerts_comment" CHECK ("alerts"."comment" is null or "alerts"."confirm_at" is not null),
	CONSTRAINT "alerts_stretch" CHECK (("alerts"."created_at", "alerts"."first_reading_id") <= ("alerts"."latest_at", "alerts"."reading_id"))
);
--> statement-breakpoint
ALTER TABLE "alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"session_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_confirmed_by_user_id_users_id_fk" FOREIGN KEY ("confirmed_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_first_reading_id_readings_organization_id_id_fk" FOREIGN KEY ("organization_id","first_reading_id") REFERENCES "public"."readings"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_reading_id_readings_organization_id_id_fk" FOREIGN KEY ("organization_id","reading_id") REFERENCES "public"."readings"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_organization_id_memberships_user_id_organization_id_fk" FOREIGN KEY ("user_id","organization_id") REFERENCES "public"."memberships"("user_id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_occurring_of_meter" ON "alerts" USING btree ("meter_id") WHERE "alerts"."is_alert";--> statement-breakpoint
CREATE INDEX "alerts_of_meter" ON "alerts" USING btree ("meter_id","latest_at");--> statement-breakpoint
CREATE INDEX "alerts_of_organization" ON "alerts" USING btree ("organization_id","is_alerted","is_alert","created_at","id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_organization" ON "push_subscriptions" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "readings_normal" ON "readings" USING btree ("meter_id","created_at","id") WHERE not "readings"."is_abnormal" and "readings"."value" is not null and "readings"."deleted_at" is null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "alerts" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("alerts"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint) WITH CHECK ("alerts"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint);--> statement-breakpoint
CREATE POLICY "confirmed_stays" ON "alerts" AS RESTRICTIVE FOR UPDATE TO "kenshin_app" USING ("alerts"."confirm_at" is null) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "confirmed_is_kept" ON "alerts" AS RESTRICTIVE FOR DELETE TO "kenshin_app" USING ("alerts"."confirm_at" is null);--> statement-breakpoint
CREATE POLICY "own_organization" ON "push_subscriptions" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("push_subscriptions"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint) WITH CHECK ("push_subscriptions"."organization_id" = nullif(current_setting('app.organization_id', true), '')::bigint);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON alerts TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON push_subscriptions TO kenshin_app;
--> statement-breakpoint
-- Tells who listens what has changed: one notice a statement and organization, with the meters where they are few.
-- The first argument names what, the second the column that holds the meter.
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN EXECUTE format(
    'SELECT organization_id,
       CASE WHEN count(DISTINCT %1$s) <= 20 THEN jsonb_agg(DISTINCT %1$s) FILTER (WHERE %1$s IS NOT NULL) END AS meter_ids
     FROM changed_rows GROUP BY organization_id', TG_ARGV[1])
  LOOP
    PERFORM pg_notify('kenshin_changes', jsonb_strip_nulls(jsonb_build_object(
      'organization_id', changed.organization_id, 'noun', TG_ARGV[0], 'meter_ids', changed.meter_ids))::text);
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  source record;
  operation text;
BEGIN
  FOR source IN SELECT * FROM (VALUES
    ('readings', 'meter_id'), ('alerts', 'meter_id'), ('meters', 'id'),
    ('devices', 'NULL::bigint'), ('groups', 'NULL::bigint'), ('inspections', 'NULL::bigint')) AS of (noun, meter)
  LOOP
    FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      EXECUTE format(
        'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed_rows
         FOR EACH STATEMENT EXECUTE FUNCTION notify_change(%L, %L)',
        'notify_' || operation, operation, source.noun,
        CASE operation WHEN 'delete' THEN 'OLD' ELSE 'NEW' END, source.noun, source.meter);
    END LOOP;
  END LOOP;
END
$$;
