-- Roles belong to the whole cluster: several databases may be migrated on it at the same moment.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'kenshin_app') THEN
    CREATE ROLE kenshin_app NOLOGIN NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  -- Before PostgreSQL 16 every member may take the role on; since then that is a privilege of its own.
  needed text := CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END;
BEGIN
  IF NOT pg_has_role(current_user, 'kenshin_app', needed) THEN
    EXECUTE format('GRANT kenshin_app TO %I', current_user);
  END IF;
EXCEPTION WHEN unique_violation THEN
  NULL;
END
$$;
