CREATE TABLE "device_troubles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_troubles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"message" text,
	"since" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"announced_at" timestamp (3) with time zone,
	"is_muted" boolean DEFAULT false NOT NULL,
	"recovery_announced_at" timestamp (3) with time zone,
	CONSTRAINT "device_troubles_kind" CHECK ("device_troubles"."kind" in ('error', 'battery')),
	CONSTRAINT "device_troubles_message" CHECK (("device_troubles"."kind" = 'error') = ("device_troubles"."message" is not null)),
	CONSTRAINT "device_troubles_interval" CHECK ("device_troubles"."since" <= "device_troubles"."ended_at")
);
--> statement-breakpoint
ALTER TABLE "device_troubles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "device_outages" ADD COLUMN "recovery_announced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device_troubles" ADD CONSTRAINT "device_troubles_organization_id_device_id_devices_organization_id_id_fk" FOREIGN KEY ("organization_id","device_id") REFERENCES "public"."devices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_troubles_open" ON "device_troubles" USING btree ("device_id","kind") WHERE "device_troubles"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "device_troubles_of_device" ON "device_troubles" USING btree ("device_id","kind","id");--> statement-breakpoint
CREATE INDEX "device_troubles_to_announce" ON "device_troubles" USING btree ("id") WHERE "device_troubles"."recovery_announced_at" is null;--> statement-breakpoint
CREATE INDEX "device_outages_ended_to_announce" ON "device_outages" USING btree ("id") WHERE "device_outages"."ended_at" is not null and "device_outages"."recovery_announced_at" is null;--> statement-breakpoint
CREATE POLICY "own_organization" ON "device_troubles" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("device_troubles"."organization_id" = (select organization_of_call())) WITH CHECK ("device_troubles"."organization_id" = (select organization_of_call()));--> statement-breakpoint
-- What ended before is not announced now.
UPDATE device_outages SET recovery_announced_at = ended_at WHERE ended_at IS NOT NULL;--> statement-breakpoint
-- That people were told is written by the owner, except where an outage ends because nothing is due any more.
GRANT UPDATE (recovery_announced_at) ON device_outages TO kenshin_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended_at) ON device_troubles TO kenshin_app;
