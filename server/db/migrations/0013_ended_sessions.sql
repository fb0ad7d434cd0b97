-- Tells who listens that a session was ended, or moved to another organization: its streams of events end with it.
CREATE FUNCTION notify_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('kenshin_changes', jsonb_build_object('ended_session_id', OLD.id)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER notify_ended AFTER UPDATE OF revoked_at, organization_id ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND (NEW.revoked_at IS NOT NULL OR NEW.organization_id <> OLD.organization_id))
  EXECUTE FUNCTION notify_ended_session();
--> statement-breakpoint
CREATE TRIGGER notify_deleted AFTER DELETE ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL) EXECUTE FUNCTION notify_ended_session();
