CREATE TABLE "device_marks" (
	"mark_hash" text NOT NULL,
	"user_id" bigint NOT NULL,
	"signed_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_marks_mark_hash_user_id_pk" PRIMARY KEY("mark_hash","user_id")
);
--> statement-breakpoint
ALTER TABLE "device_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "unconfirmed_token_id" bigint;--> statement-breakpoint
ALTER TABLE "device_marks" ADD CONSTRAINT "device_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;