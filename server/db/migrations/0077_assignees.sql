ALTER TABLE "alert_changes" DROP CONSTRAINT "alert_changes_action";--> statement-breakpoint
ALTER TABLE "alert_changes" ADD COLUMN "assignee" text;--> statement-breakpoint
ALTER TABLE "alert_changes" ADD COLUMN "previous_assignee" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "assignee_user_id" bigint;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_assignee_user_id_users_id_fk" FOREIGN KEY ("assignee_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_of_assignee" ON "alerts" USING btree ("organization_id","assignee_user_id") WHERE "alerts"."assignee_user_id" is not null;--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_assignee" CHECK ("alert_changes"."action" = 'assign' or ("alert_changes"."assignee" is null and "alert_changes"."previous_assignee" is null));--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_action" CHECK ("alert_changes"."action" in ('confirm', 'undo', 'comment', 'assign'));--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_taken" CHECK (("alerts"."assignee_user_id" is null) = ("alerts"."taken_at" is null));--> statement-breakpoint
GRANT UPDATE (assignee_user_id, taken_at) ON alerts TO kenshin_app;--> statement-breakpoint
-- The lock waits for a removal of the member, which otherwise would not see this alert.
CREATE FUNCTION check_alert_assignee() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM memberships
  WHERE user_id = NEW.assignee_user_id AND organization_id = NEW.organization_id FOR KEY SHARE;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.assignee_user_id = NEW.assignee_user_id THEN
    -- Its confirmation is undone, and the assignee has left since.
    NEW.assignee_user_id := NULL;
    NEW.taken_at := NULL;
    RETURN NEW;
  END IF;
  RAISE foreign_key_violation USING CONSTRAINT = 'alerts_assignee_is_member',
    MESSAGE = 'the assignee is not a member of the organization';
END
$$;
--> statement-breakpoint
CREATE TRIGGER assignee_is_member BEFORE INSERT OR UPDATE OF assignee_user_id, confirm_at ON alerts FOR EACH ROW
  WHEN (NEW.assignee_user_id IS NOT NULL AND NEW.confirm_at IS NULL) EXECUTE FUNCTION check_alert_assignee();--> statement-breakpoint
-- A confirmed alert keeps who worked on it.
CREATE FUNCTION end_assignments() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE alerts SET assignee_user_id = NULL, taken_at = NULL
  WHERE organization_id = OLD.organization_id AND assignee_user_id = OLD.user_id AND confirm_at IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER assignments_end AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION end_assignments();
