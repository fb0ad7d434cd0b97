ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_user_id_organization_id_memberships_user_id_organization_id_fk";
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;