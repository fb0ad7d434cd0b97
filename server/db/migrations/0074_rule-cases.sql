ALTER TABLE "alerts" DROP CONSTRAINT "alerts_end_reason";--> statement-breakpoint
DROP INDEX "alerts_occurring_of_meter";--> statement-breakpoint
ALTER TABLE "alert_rule_cases" ADD COLUMN "is_told" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rule_cases" ALTER COLUMN "is_told" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "alert_rule_cases" ADD COLUMN "told_user_ids" jsonb;--> statement-breakpoint
ALTER TABLE "alert_announcements" ADD COLUMN "is_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "rule" jsonb;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "rule_case_id" bigint;--> statement-breakpoint
ALTER TABLE "alert_rule_cases" ADD CONSTRAINT "alert_rule_cases_organization_id" UNIQUE("organization_id","id");--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_rule_case_id_alert_rule_cases_organization_id_id_fk" FOREIGN KEY ("organization_id","rule_case_id") REFERENCES "public"."alert_rule_cases"("organization_id","id") ON DELETE set null ("rule_case_id") ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_of_rule_case" ON "alerts" USING btree ("rule_case_id") WHERE "alerts"."rule_case_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_occurring_of_meter" ON "alerts" USING btree ("meter_id") WHERE "alerts"."is_alert" and "alerts"."rule" is null;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule" CHECK ("alerts"."rule_case_id" is null or "alerts"."rule" is not null);--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_end_reason" CHECK ("alerts"."end_reason" in ('value', 'range', 'correction', 'rule'));--> statement-breakpoint
GRANT UPDATE (rule) ON alerts TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (is_told, told_user_ids) ON alert_rule_cases TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (is_end) ON alert_announcements TO kenshin_app;--> statement-breakpoint
-- Until a person confirms it, an alert is what the case of its rule is.
CREATE FUNCTION follow_rule_case(case_id bigint) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE alerts SET is_alert = found.closed_at IS NULL, created_at = found.began_at, first_reading_id = found.began_id,
    latest_at = coalesce(found.upgraded_at, found.opened_at), reading_id = coalesce(found.upgraded_id, found.opened_id),
    updated_at = coalesce(found.closed_at, found.upgraded_at, found.opened_at),
    end_reason = CASE WHEN found.closed_at IS NULL THEN NULL WHEN found.is_corrected THEN 'correction'
      WHEN found.closed_id IS NULL THEN 'rule' ELSE 'value' END,
    rule = alerts.rule || jsonb_build_object('level', found.level)
  FROM alert_rule_cases AS found
  WHERE found.id = case_id AND alerts.rule_case_id = found.id AND alerts.confirm_at IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION case_has_changed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM follow_rule_case(NEW.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- With its rule, group, category or unit, for example.
CREATE FUNCTION case_is_deleted() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE alerts SET is_alert = false, end_reason = 'rule', updated_at = now() WHERE rule_case_id = OLD.id AND is_alert;
  RETURN OLD;
END
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION follow_rule_case TO kenshin_app;--> statement-breakpoint
CREATE TRIGGER alert_follows AFTER UPDATE OF level, began_at, began_id, opened_at, opened_id, upgraded_at, upgraded_id,
  closed_at, closed_id, is_corrected ON alert_rule_cases FOR EACH ROW EXECUTE FUNCTION case_has_changed();--> statement-breakpoint
CREATE TRIGGER alert_ends BEFORE DELETE ON alert_rule_cases FOR EACH ROW EXECUTE FUNCTION case_is_deleted();--> statement-breakpoint
-- What earlier versions found has no alert. Rules begin again, so that what goes on is found once more and announced.
UPDATE alert_rules SET judged_from = now();--> statement-breakpoint
UPDATE alert_rule_cases SET closed_at = greatest(opened_at, now()) WHERE closed_at IS NULL;
