CREATE TABLE "device_errors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_errors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"report_id" bigint,
	"error_message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_errors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"dbm" smallint,
	"battery_per" smallint,
	"running_time" bigint,
	"wakeup_reason" smallint,
	"clock_offset_ms" bigint,
	"other" text,
	"logs" text,
	"picture_sha256" text,
	"channel" smallint,
	"idempotency_key" text,
	"fingerprint" text,
	CONSTRAINT "device_reports_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "device_reports_key" CHECK (("device_reports"."idempotency_key" is null) = ("device_reports"."fingerprint" is null))
);
--> statement-breakpoint
ALTER TABLE "device_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_outages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_outages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"noticed_at" timestamp (3) with time zone NOT NULL,
	"cause" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"missing" integer,
	"announced_at" timestamp (3) with time zone,
	CONSTRAINT "device_outages_interval" CHECK ("device_outages"."since" <= "device_outages"."noticed_at")
);
--> statement-breakpoint
ALTER TABLE "device_outages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_schedules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"interval_crons" text
);
--> statement-breakpoint
ALTER TABLE "device_schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "downtimes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "downtimes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "downtimes_interval" CHECK ("downtimes"."from" < "downtimes"."to")
);
--> statement-breakpoint
ALTER TABLE "downtimes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "silence_checks" (
	"id" smallint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "silence_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "access_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint,
	"key_id" bigint,
	"access_ip" text NOT NULL,
	"messages" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_logs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"name" text NOT NULL,
	"access_key" text NOT NULL,
	"secret_key" text NOT NULL,
	"user_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"white_ips" text[],
	"max_count" integer,
	"daily_count" integer DEFAULT 0 NOT NULL,
	"counted_on" date,
	"meter_names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_accessKey_unique" UNIQUE("access_key"),
	CONSTRAINT "api_keys_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "api_keys_type" CHECK ("api_keys"."type" in (0, 1)),
	CONSTRAINT "api_keys_max_count" CHECK ("api_keys"."max_count" > 0)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "plans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"type" smallint NOT NULL,
	"ai_api_max_count" integer,
	"ai_api_free_count" integer,
	"limit_mobile_count" integer,
	"allow_devices" boolean DEFAULT true NOT NULL,
	"allow_apps" boolean DEFAULT true NOT NULL,
	"allow_apis" boolean DEFAULT true NOT NULL,
	"allow_mobiles" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_name_unique" UNIQUE("name"),
	CONSTRAINT "plans_type" CHECK ("plans"."type" in (0, 1, 2, 3, 99))
);
--> statement-breakpoint
ALTER TABLE "plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- Number 1: the plan of every organization until another is chosen.
INSERT INTO plans (name, type) VALUES ('Unlimited', 99);--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "resolution_type" smallint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "running_time" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "heartbeat_time" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "is_next_af" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "is_buzzer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "is_flash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "allow_time_drift" integer DEFAULT 180 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "interval_crons" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "parent_device_id" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "access_hash" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "last_recorded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "clock_offset_ms" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "next_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "missed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "plan_id" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "readings" ADD COLUMN "report_id" bigint;--> statement-breakpoint
ALTER TABLE "device_errors" ADD CONSTRAINT "device_errors_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_errors" ADD CONSTRAINT "device_errors_organization_id_report_id_device_reports_organization_id_id_fk" FOREIGN KEY ("organization_id","report_id") REFERENCES "public"."device_reports"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_reports" ADD CONSTRAINT "device_reports_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_reports" ADD CONSTRAINT "device_reports_organization_id_picture_sha256_pictures_organization_id_sha256_fk" FOREIGN KEY ("organization_id","picture_sha256") REFERENCES "public"."pictures"("organization_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_outages" ADD CONSTRAINT "device_outages_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_schedules" ADD CONSTRAINT "device_schedules_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_logs" ADD CONSTRAINT "access_logs_organization_id_key_id_api_keys_organization_id_id_fk" FOREIGN KEY ("organization_id","key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_organization_id_memberships_user_id_organization_id_fk" FOREIGN KEY ("user_id","organization_id") REFERENCES "public"."memberships"("user_id","organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_errors_of_organization" ON "device_errors" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "device_errors_of_device" ON "device_errors" USING btree ("device_id","created_at","id");--> statement-breakpoint
CREATE INDEX "device_errors_of_report" ON "device_errors" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "device_reports_of_device" ON "device_reports" USING btree ("device_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_reports_idempotency_key" ON "device_reports" USING btree ("organization_id","device_id","idempotency_key") WHERE "device_reports"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_outages_open" ON "device_outages" USING btree ("device_id") WHERE "device_outages"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "device_outages_of_device" ON "device_outages" USING btree ("device_id","since");--> statement-breakpoint
CREATE INDEX "device_outages_to_announce" ON "device_outages" USING btree ("id") WHERE "device_outages"."announced_at" is null;--> statement-breakpoint
CREATE INDEX "device_schedules_of_device" ON "device_schedules" USING btree ("device_id","from");--> statement-breakpoint
CREATE INDEX "downtimes_to" ON "downtimes" USING btree ("to");--> statement-breakpoint
CREATE INDEX "access_logs_of_organization" ON "access_logs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "access_logs_age" ON "access_logs" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_organization_id_parent_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","parent_device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_organization_id_report_id_device_reports_organization_id_id_fk" FOREIGN KEY ("organization_id","report_id") REFERENCES "public"."device_reports"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_missed" ON "devices" USING btree ("missed_at") WHERE "devices"."missed_at" is not null;--> statement-breakpoint
CREATE INDEX "readings_of_report" ON "readings" USING btree ("report_id") WHERE "readings"."report_id" is not null;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_type" CHECK ("devices"."type" between 0 and 5);--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_status" CHECK ("devices"."status" in (0, 1, 2, 3, 5));--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_battery" CHECK ("devices"."battery_per" between 0 and 100);--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_heartbeat_time" CHECK ("devices"."heartbeat_time" between 3600 and 86400);--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_time_drift" CHECK ("devices"."allow_time_drift" between 60 and 86400);--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_parent" CHECK ("devices"."parent_device_id" <> "devices"."id");--> statement-breakpoint
CREATE POLICY "own_organization" ON "device_errors" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("device_errors"."organization_id" = (select organization_of_call())) WITH CHECK ("device_errors"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "device_reports" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("device_reports"."organization_id" = (select organization_of_call())) WITH CHECK ("device_reports"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "device_outages" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("device_outages"."organization_id" = (select organization_of_call())) WITH CHECK ("device_outages"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "device_schedules" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("device_schedules"."organization_id" = (select organization_of_call())) WITH CHECK ("device_schedules"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "everybody_reads" ON "downtimes" AS PERMISSIVE FOR SELECT TO "kenshin_app" USING (true);--> statement-breakpoint
CREATE POLICY "own_organization" ON "access_logs" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("access_logs"."organization_id" = (select organization_of_call())) WITH CHECK ("access_logs"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "api_keys" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("api_keys"."organization_id" = (select organization_of_call())) WITH CHECK ("api_keys"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "everybody_reads" ON "plans" AS PERMISSIVE FOR SELECT TO "kenshin_app" USING (true);--> statement-breakpoint
GRANT SELECT ON plans, downtimes, access_logs TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON device_reports, device_errors, device_schedules TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (cause, ended_at, missing) ON device_outages TO kenshin_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (name, user_id, type, expire_at, white_ips, max_count, meter_names, updated_at, deleted_at)
  ON api_keys TO kenshin_app;
--> statement-breakpoint
GRANT UPDATE (resolution_type, count, running_time, heartbeat_time, is_next_af, is_buzzer, is_flash, allow_time_drift,
  interval_crons, last_recorded_at, clock_offset_ms, next_due_at, missed_at) ON devices TO kenshin_app;
--> statement-breakpoint
-- Devices of before have no schedule: nobody is called silent for it.
INSERT INTO silence_checks (id, at) VALUES (1, now());
