CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint,
	"user_id" bigint NOT NULL,
	"key_id" bigint,
	"at" timestamp (3) with time zone NOT NULL,
	"noun" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"subject_name" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "llm_usage_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "llm_usage_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"reading_id" bigint,
	"picture_sha256" text,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"system_prompt" text NOT NULL,
	"user_prompt" text NOT NULL,
	"status" text NOT NULL,
	"answer" text,
	"reason" text,
	"input_tokens" integer,
	"output_tokens" integer,
	"cost" double precision,
	"duration" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "llm_usage_logs_duration" CHECK ("llm_usage_logs"."duration" >= 0)
);
--> statement-breakpoint
ALTER TABLE "llm_usage_logs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "map_areas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "map_areas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "map_areas_organization_id" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "map_areas" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "map_pins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "map_pins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"map_id" bigint NOT NULL,
	"name" text NOT NULL,
	"type" smallint NOT NULL,
	"xratio" double precision NOT NULL,
	"yratio" double precision NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "map_pins_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "map_pins_type" CHECK ("map_pins"."type" in (0, 1)),
	CONSTRAINT "map_pins_position" CHECK ("map_pins"."xratio" between 0 and 1 and "map_pins"."yratio" between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "map_pins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "maps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"map_area_id" bigint,
	"picture_sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "maps_organization_id" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "maps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "category_icons" (
	"sha256" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "category_icons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_boost_counts" (
	"organization_id" bigint NOT NULL,
	"month" date NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "ai_boost_counts_organization_id_month_pk" PRIMARY KEY("organization_id","month"),
	CONSTRAINT "ai_boost_counts_calls" CHECK ("ai_boost_counts"."calls" >= 0)
);
--> statement-breakpoint
ALTER TABLE "ai_boost_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "data_resets" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"started_by_user_id" bigint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"step" text DEFAULT 'delete' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "data_resets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"organization_id" bigint NOT NULL,
	"requested_by_user_id" bigint NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "email_changes_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "email_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "map_pin_id" bigint;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "status" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "original_deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "image_keep_duration" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "llm_usage_logs" ADD CONSTRAINT "llm_usage_logs_organization_id_reading_id_readings_organization_id_id_fk" FOREIGN KEY ("organization_id","reading_id") REFERENCES "public"."readings"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "llm_usage_logs" ADD CONSTRAINT "llm_usage_logs_organization_id_picture_sha256_pictures_organization_id_sha256_fk" FOREIGN KEY ("organization_id","picture_sha256") REFERENCES "public"."pictures"("organization_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_areas" ADD CONSTRAINT "map_areas_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_pins" ADD CONSTRAINT "map_pins_organization_id_map_id_maps_organization_id_id_fk" FOREIGN KEY ("organization_id","map_id") REFERENCES "public"."maps"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_organization_id_map_area_id_map_areas_organization_id_id_fk" FOREIGN KEY ("organization_id","map_area_id") REFERENCES "public"."map_areas"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_organization_id_picture_sha256_pictures_organization_id_sha256_fk" FOREIGN KEY ("organization_id","picture_sha256") REFERENCES "public"."pictures"("organization_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_boost_counts" ADD CONSTRAINT "ai_boost_counts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_resets" ADD CONSTRAINT "data_resets_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_resets" ADD CONSTRAINT "data_resets_started_by_user_id_users_id_fk" FOREIGN KEY ("started_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_requested_by_user_id_users_id_fk" FOREIGN KEY ("requested_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_of_organization" ON "audit_entries" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_subject" ON "audit_entries" USING btree ("noun","subject_id","at","id");--> statement-breakpoint
CREATE INDEX "llm_usage_logs_of_organization" ON "llm_usage_logs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "llm_usage_logs_of_reading" ON "llm_usage_logs" USING btree ("reading_id") WHERE "llm_usage_logs"."reading_id" is not null;--> statement-breakpoint
CREATE INDEX "map_pins_of_map" ON "map_pins" USING btree ("map_id");--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_organization_id_map_pin_id_map_pins_organization_id_id_fk" FOREIGN KEY ("organization_id","map_pin_id") REFERENCES "public"."map_pins"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_icon_category_icons_sha256_fk" FOREIGN KEY ("icon") REFERENCES "public"."category_icons"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_of_map_pin" ON "devices" USING btree ("map_pin_id") WHERE "devices"."map_pin_id" is not null;--> statement-breakpoint
CREATE INDEX "pictures_with_original" ON "pictures" USING btree ("organization_id","created_at") WHERE "pictures"."original_deleted_at" is null;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_type" CHECK ("categories"."type" in (0, 1, 2, 3, 4, 5, 6, 7, 99));--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_status" CHECK ("categories"."status" in (0, 1));--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_status" CHECK ("units"."status" in (0, 1));--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_image_keep_duration" CHECK ("organizations"."image_keep_duration" > 0);--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_limits" CHECK ("plans"."ai_api_max_count" >= 0 and "plans"."ai_api_free_count" >= 0 and "plans"."limit_mobile_count" >= 0);--> statement-breakpoint
CREATE POLICY "own_organization" ON "audit_entries" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("audit_entries"."organization_id" = (select organization_of_call())) WITH CHECK ("audit_entries"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "llm_usage_logs" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("llm_usage_logs"."organization_id" = (select organization_of_call())) WITH CHECK ("llm_usage_logs"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "map_areas" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("map_areas"."organization_id" = (select organization_of_call())) WITH CHECK ("map_areas"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "map_pins" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("map_pins"."organization_id" = (select organization_of_call())) WITH CHECK ("map_pins"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "maps" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("maps"."organization_id" = (select organization_of_call())) WITH CHECK ("maps"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "everybody_reads" ON "category_icons" AS PERMISSIVE FOR SELECT TO "kenshin_app" USING (true);--> statement-breakpoint
CREATE POLICY "own_organization" ON "ai_boost_counts" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("ai_boost_counts"."organization_id" = (select organization_of_call())) WITH CHECK ("ai_boost_counts"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "data_resets" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("data_resets"."organization_id" = (select organization_of_call())) WITH CHECK ("data_resets"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "email_changes" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("email_changes"."organization_id" = (select organization_of_call())) WITH CHECK ("email_changes"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (name, description, updated_at) ON map_areas TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (name, description, map_area_id, picture_sha256, updated_at) ON maps TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (name, type, xratio, yratio, updated_at) ON map_pins TO kenshin_app;
--> statement-breakpoint
GRANT UPDATE (map_pin_id) ON devices TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_entries, llm_usage_logs TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (calls) ON ai_boost_counts TO kenshin_app;
--> statement-breakpoint
GRANT SELECT ON category_icons, data_resets TO kenshin_app;
--> statement-breakpoint
GRANT SELECT (id, user_id, organization_id, requested_by_user_id, email, created_at, expires_at, used_at)
  ON email_changes TO kenshin_app;
--> statement-breakpoint
-- What was done stays as it was written, for the owner of the tables too.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DO $$
DECLARE
  source record;
  operation text;
BEGIN
  FOR source IN SELECT * FROM (VALUES
    ('map_areas', 'maps'), ('maps', 'maps'), ('map_pins', 'maps'), ('memberships', 'users')) AS sources (name, noun)
  LOOP
    FOREACH operation IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      EXECUTE format(
        'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed_rows
         FOR EACH STATEMENT EXECUTE FUNCTION notify_change(%L, ''null::bigint'')',
        'notify_' || operation, operation, source.name,
        CASE operation WHEN 'delete' THEN 'OLD' ELSE 'NEW' END, source.noun);
    END LOOP;
  END LOOP;
END
$$;
