CREATE TABLE "recipient_group_members" (
	"group_id" bigint NOT NULL,
	"organization_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "recipient_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "recipient_group_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recipient_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recipient_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recipient_groups_organization_id" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "recipient_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "recipient_group_id" bigint;--> statement-breakpoint
ALTER TABLE "recipient_group_members" ADD CONSTRAINT "recipient_group_members_organization_id_group_id_recipient_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","group_id") REFERENCES "public"."recipient_groups"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_group_members" ADD CONSTRAINT "recipient_group_members_user_id_organization_id_memberships_user_id_organization_id_fk" FOREIGN KEY ("user_id","organization_id") REFERENCES "public"."memberships"("user_id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_groups" ADD CONSTRAINT "recipient_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipient_group_members_of_user" ON "recipient_group_members" USING btree ("user_id","organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recipient_groups_name" ON "recipient_groups" USING btree ("organization_id",lower(regexp_replace(normalize("name", NFKC), '[­​-‏‪-‮⁠-⁩﻿]', '', 'g')));--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_organization_id_recipient_group_id_recipient_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","recipient_group_id") REFERENCES "public"."recipient_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_rules_of_recipients" ON "alert_rules" USING btree ("recipient_group_id") WHERE "alert_rules"."recipient_group_id" is not null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "recipient_group_members" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("recipient_group_members"."organization_id" = (select organization_of_call())) WITH CHECK ("recipient_group_members"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "recipient_groups" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("recipient_groups"."organization_id" = (select organization_of_call())) WITH CHECK ("recipient_groups"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON recipient_groups, recipient_group_members TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (name, updated_at) ON recipient_groups TO kenshin_app;--> statement-breakpoint
GRANT UPDATE (recipient_group_id) ON alert_rules TO kenshin_app;
