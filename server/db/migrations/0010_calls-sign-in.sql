CREATE TABLE "call_keys" (
	"key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "call_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- Two random numbers: 244 bits that nobody but the owner reads.
INSERT INTO call_keys VALUES (encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'));
--> statement-breakpoint
-- The organization that the server has entered for this transaction (server/db/client.ts); null where none. Whoever
-- speaks as kenshin_app may write both settings, but has the proof of no other organization.
CREATE FUNCTION organization_of_call() RETURNS bigint
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  entered text := current_setting('app.organization_id', true);
  secret text;
BEGIN
  IF entered IS NULL OR entered = '' THEN
    RETURN NULL;
  END IF;
  SELECT key INTO STRICT secret FROM call_keys;
  IF current_setting('app.organization_proof', true) IS DISTINCT FROM encode(sha256(convert_to(
      secret || encode(sha256(convert_to(secret || entered, 'UTF8')), 'hex'), 'UTF8')), 'hex') THEN
    RAISE insufficient_privilege USING MESSAGE = 'this organization was not entered by the server';
  END IF;
  RETURN entered::bigint;
END
$$;
--> statement-breakpoint
CREATE POLICY "ended_stays" ON "sessions" AS RESTRICTIVE FOR UPDATE TO "kenshin_app" USING ("sessions"."revoked_at" is null) WITH CHECK (true);--> statement-breakpoint
ALTER POLICY "own_organization" ON "alerts" TO kenshin_app USING ("alerts"."organization_id" = (select organization_of_call())) WITH CHECK ("alerts"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "push_subscriptions" TO kenshin_app USING ("push_subscriptions"."organization_id" = (select organization_of_call())) WITH CHECK ("push_subscriptions"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "meter_changes" TO kenshin_app USING ("meter_changes"."organization_id" = (select organization_of_call())) WITH CHECK ("meter_changes"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "devices" TO kenshin_app USING ("devices"."organization_id" = (select organization_of_call())) WITH CHECK ("devices"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "groups" TO kenshin_app USING ("groups"."organization_id" = (select organization_of_call())) WITH CHECK ("groups"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "inspections" TO kenshin_app USING ("inspections"."organization_id" = (select organization_of_call())) WITH CHECK ("inspections"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "meters" TO kenshin_app USING ("meters"."organization_id" = (select organization_of_call())) WITH CHECK ("meters"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "pictures" TO kenshin_app USING ("pictures"."organization_id" = (select organization_of_call())) WITH CHECK ("pictures"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "memberships" TO kenshin_app USING ("memberships"."organization_id" = (select organization_of_call())) WITH CHECK ("memberships"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "organizations" TO kenshin_app USING ("organizations"."id" = (select organization_of_call())) WITH CHECK ("organizations"."id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "reading_days" TO kenshin_app USING ("reading_days"."organization_id" = (select organization_of_call())) WITH CHECK ("reading_days"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "reading_months" TO kenshin_app USING ("reading_months"."organization_id" = (select organization_of_call())) WITH CHECK ("reading_months"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "reading_changes" TO kenshin_app USING ("reading_changes"."organization_id" = (select organization_of_call())) WITH CHECK ("reading_changes"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "readings" TO kenshin_app USING ("readings"."organization_id" = (select organization_of_call())) WITH CHECK ("readings"."organization_id" = (select organization_of_call()));--> statement-breakpoint
ALTER POLICY "own_organization" ON "sessions" TO kenshin_app USING ("sessions"."organization_id" = (select organization_of_call())) WITH CHECK ("sessions"."organization_id" = (select organization_of_call()));
--> statement-breakpoint
-- Functions run for whom they are granted to, now and in what migrations add. Triggers fire all the same.
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION organization_of_call TO kenshin_app;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
--> statement-breakpoint
-- Whose a row is and where it came from is said once, when it is written.
REVOKE UPDATE ON sessions, devices, groups, inspections, meters, readings, alerts FROM kenshin_app;
--> statement-breakpoint
GRANT UPDATE (revoked_at, revoked_reason) ON sessions TO kenshin_app;
--> statement-breakpoint
DO $$
DECLARE
  changing record;
BEGIN
  FOR changing IN
    SELECT table_name, string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
    WHERE table_schema = 'public'
      AND table_name IN ('devices', 'groups', 'inspections', 'meters', 'readings', 'alerts')
      AND column_name NOT IN ('id', 'organization_id')
      AND NOT (table_name = 'readings' AND column_name IN ('meter_id', 'source', 'idempotency_key', 'fingerprint',
        'created_by_user_id', 'device_id', 'created_at', 'captured_at', 'clock_offset_ms', 'received_at', 'picture_sha256'))
      AND NOT (table_name = 'alerts' AND column_name = 'meter_id')
      -- Of an alert it is when the stretch began, which follows from the readings.
      AND NOT (table_name <> 'alerts' AND column_name = 'created_at')
    GROUP BY table_name
  LOOP
    EXECUTE format('GRANT UPDATE (%s) ON %I TO kenshin_app', changing.columns, changing.table_name);
  END LOOP;
END
$$;
--> statement-breakpoint
-- What PostgreSQL lets everybody do and only a superuser can take away, as the owner of the embedded cluster is: ending
-- other calls, locks that outlive a transaction, and objects beside the tables.
DO $$
DECLARE
  allowed regprocedure;
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    RETURN;
  END IF;
  FOR allowed IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND (
      proname IN ('pg_cancel_backend', 'pg_terminate_backend', 'lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite')
      OR proname ~ '^pg_(try_)?advisory_lock')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', allowed);
  END LOOP;
END
$$;
