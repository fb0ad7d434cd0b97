CREATE TABLE "device_numbers" (
	"organization_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"name" text NOT NULL,
	"meter_id" bigint,
	"value" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_numbers_device_id_name_pk" PRIMARY KEY("device_id","name")
);
--> statement-breakpoint
ALTER TABLE "device_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_rejections" (
	"organization_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"call" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"code" text NOT NULL,
	"issues" jsonb NOT NULL,
	CONSTRAINT "device_rejections_device_id_call_pk" PRIMARY KEY("device_id","call")
);
--> statement-breakpoint
ALTER TABLE "device_rejections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_keys" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ALTER COLUMN "expire_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "is_serial_case_sensitive" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "device_id" bigint;--> statement-breakpoint
ALTER TABLE "device_numbers" ADD CONSTRAINT "device_numbers_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_numbers" ADD CONSTRAINT "device_numbers_organization_id_meter_id_meters_organization_id_id_fk" FOREIGN KEY ("organization_id","meter_id") REFERENCES "public"."meters"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_rejections" ADD CONSTRAINT "device_rejections_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Devices whose serial numbers differ only in letter case keep being told apart by it.
UPDATE devices SET is_serial_case_sensitive = true WHERE deleted_at IS NULL AND lower(serial_number) IN (
  SELECT lower(serial_number) FROM devices WHERE deleted_at IS NULL GROUP BY lower(serial_number) HAVING count(*) > 1);
--> statement-breakpoint
-- Without an access hash a device cannot register.
UPDATE devices SET access_hash = replace(gen_random_uuid()::text, '-', '') WHERE coalesce(access_hash, '') = '';
--> statement-breakpoint
CREATE UNIQUE INDEX "devices_folded_serial_number" ON "devices" USING btree (lower("serial_number")) WHERE "devices"."deleted_at" is null and not "devices"."is_serial_case_sensitive";--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_of_device" ON "api_keys" USING btree ("device_id") WHERE "api_keys"."device_id" is not null and "api_keys"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_device" CHECK ("api_keys"."device_id" is null or ("api_keys"."type" = 1 and "api_keys"."user_id" is null));--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user" CHECK ("api_keys"."device_id" is not null or "api_keys"."user_id" is not null);--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_expiry" CHECK ("api_keys"."device_id" is not null or "api_keys"."expire_at" is not null);--> statement-breakpoint
CREATE POLICY "own_organization" ON "device_numbers" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("device_numbers"."organization_id" = (select organization_of_call())) WITH CHECK ("device_numbers"."organization_id" = (select organization_of_call()));--> statement-breakpoint
CREATE POLICY "own_organization" ON "device_rejections" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("device_rejections"."organization_id" = (select organization_of_call())) WITH CHECK ("device_rejections"."organization_id" = (select organization_of_call()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (meter_id, value, seen_at) ON device_numbers TO kenshin_app;
--> statement-breakpoint
GRANT SELECT ON device_rejections TO kenshin_app;
--> statement-breakpoint
GRANT UPDATE (access_hash, is_serial_case_sensitive) ON devices TO kenshin_app;
