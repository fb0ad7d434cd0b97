CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"email" text NOT NULL,
	"username" text,
	"role" smallint NOT NULL,
	"is_alert_mail" boolean DEFAULT false NOT NULL,
	"white_ips" text[],
	"invited_by_user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in (0, 1, 2))
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("organization_id",lower("email")) WHERE "invitations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree (lower("email"),"created_at");--> statement-breakpoint
CREATE INDEX "invitations_organization" ON "invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE POLICY "own_organization" ON "invitations" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("invitations"."organization_id" = (select organization_of_call())) WITH CHECK ("invitations"."organization_id" = (select organization_of_call()));
--> statement-breakpoint
GRANT SELECT (id, organization_id, email, username, role, is_alert_mail, white_ips, invited_by_user_id, created_at,
  expires_at, ended_at) ON invitations TO kenshin_app;
--> statement-breakpoint
DO $$
DECLARE
  operation text;
BEGIN
  FOREACH operation IN ARRAY ARRAY['insert', 'update'] LOOP
    EXECUTE format(
      'CREATE TRIGGER %I AFTER %s ON invitations REFERENCING NEW TABLE AS changed_rows
       FOR EACH STATEMENT EXECUTE FUNCTION notify_change(%L, ''null::bigint'')',
      'notify_' || operation, operation, 'users');
  END LOOP;
END
$$;
--> statement-breakpoint
-- Existing addresses count as confirmed only where a mail to them was used: a confirmed change of address ...
UPDATE users SET email_confirmed_at = confirmed.at
FROM (
  SELECT user_id, lower(email) AS email, max(used_at) AS at FROM email_changes
  WHERE used_at IS NOT NULL GROUP BY user_id, lower(email)
) AS confirmed
WHERE confirmed.user_id = users.id AND confirmed.email = lower(users.email);
--> statement-breakpoint
-- ... or a reset password. Codes are not kept, and the audit says the same of a changed password, but a change ends at
-- least the session that asked for it at the same instant. Ended sessions are kept for 90 days.
UPDATE users SET email_confirmed_at = reset.at
FROM (
  SELECT subject_id AS user_id, max(at) AS at FROM audit_entries
  WHERE noun = 'user' AND action = 'update' AND after = '{"password": true}' AND at > now() - interval '80 days'
    AND NOT EXISTS (
      SELECT FROM sessions WHERE sessions.user_id = subject_id AND sessions.revoked_at = audit_entries.at)
  GROUP BY subject_id
) AS reset
WHERE reset.user_id = users.id AND users.email_confirmed_at IS NULL;
