CREATE TABLE "disk_warnings" (
	"volume" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "disk_warnings_volume_state_pk" PRIMARY KEY("volume","state"),
	CONSTRAINT "disk_warnings_volume" CHECK ("disk_warnings"."volume" in ('database', 'pictures')),
	CONSTRAINT "disk_warnings_state" CHECK ("disk_warnings"."state" in ('low', 'full'))
);
--> statement-breakpoint
ALTER TABLE "disk_warnings" ENABLE ROW LEVEL SECURITY;