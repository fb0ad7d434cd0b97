ALTER TABLE "meters" ADD COLUMN "value_mode" text;--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_value_mode" CHECK ("meters"."value_mode" in ('device', 'picture', 'compare'));--> statement-breakpoint
ALTER TABLE "readings"
  ADD COLUMN "device_value" double precision,
  DROP CONSTRAINT "readings_value_source";--> statement-breakpoint
-- Values of the webhook were kept as if our reader had read them. A value that a picture has replaced is lost.
UPDATE readings SET device_value = value, value_source = 'device', read_value = NULL
WHERE source = 'camera' AND value_source = 'reader' AND value IS NOT NULL AND coalesce(read_state, 0) = 0;--> statement-breakpoint
-- One statement, so that the readings are read once.
ALTER TABLE "readings"
  ADD CONSTRAINT "readings_read_state" CHECK ("readings"."read_state" in (0, 1, 2, 3)),
  ADD CONSTRAINT "readings_waiting" CHECK ("readings"."read_state" <> 3 or "readings"."picture_sha256" is not null and "readings"."value_source" in ('reader', 'device')),
  ADD CONSTRAINT "readings_device_value" CHECK ("readings"."value_source" <> 'device' or coalesce("readings"."value" = "readings"."device_value", false)),
  ADD CONSTRAINT "readings_value_source" CHECK ("readings"."value_source" in ('reader', 'device', 'accepted', 'corrected', 'entered'));--> statement-breakpoint
CREATE INDEX "readings_waiting_of_meter" ON "readings" USING btree ("meter_id","created_at","id") WHERE "readings"."read_state" = 3 and "readings"."deleted_at" is null;--> statement-breakpoint
-- What a device sent is never overwritten: `device_value` is written with its reading.
GRANT UPDATE (value_mode) ON meters TO kenshin_app;
