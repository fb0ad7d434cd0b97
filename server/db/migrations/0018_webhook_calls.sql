CREATE TABLE "webhook_calls" (
	"organization_id" bigint NOT NULL,
	"key_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"report_id" bigint,
	"picture_sha256" text,
	CONSTRAINT "webhook_calls_organization_id_key_id_at_pk" PRIMARY KEY("organization_id","key_id","at")
);
--> statement-breakpoint
ALTER TABLE "webhook_calls" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_calls" ADD CONSTRAINT "webhook_calls_organization_id_key_id_api_keys_organization_id_id_fk" FOREIGN KEY ("organization_id","key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_calls" ADD CONSTRAINT "webhook_calls_organization_id_report_id_device_reports_organization_id_id_fk" FOREIGN KEY ("organization_id","report_id") REFERENCES "public"."device_reports"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_calls" ADD CONSTRAINT "webhook_calls_organization_id_picture_sha256_pictures_organization_id_sha256_fk" FOREIGN KEY ("organization_id","picture_sha256") REFERENCES "public"."pictures"("organization_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_organization" ON "webhook_calls" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("webhook_calls"."organization_id" = (select organization_of_call())) WITH CHECK ("webhook_calls"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (report_id, picture_sha256) ON webhook_calls TO kenshin_app;
--> statement-breakpoint
-- A picture that comes after its values. Calls change no picture: this sets one where there is none, once for a report.
CREATE FUNCTION attach_picture(report bigint, picture text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE device_reports SET picture_sha256 = picture
  WHERE organization_id = organization_of_call() AND id = report AND picture_sha256 IS NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE readings SET picture_sha256 = picture
  WHERE organization_id = organization_of_call() AND report_id = report AND picture_sha256 IS NULL;
  RETURN true;
END
$$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION attach_picture TO kenshin_app;
