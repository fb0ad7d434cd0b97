CREATE TABLE "export_formats" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "export_formats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint NOT NULL,
	"name" text NOT NULL,
	"target" text NOT NULL,
	"encoding" text NOT NULL,
	"columns" text[] NOT NULL,
	"replacements" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "export_formats_target" CHECK ("export_formats"."target" in ('usages', 'closings')),
	CONSTRAINT "export_formats_encoding" CHECK ("export_formats"."encoding" in ('utf-8', 'cp932')),
	CONSTRAINT "export_formats_columns" CHECK (cardinality("export_formats"."columns") >= 1)
);
--> statement-breakpoint
ALTER TABLE "export_formats" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "export_formats" ADD CONSTRAINT "export_formats_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "export_formats_name" ON "export_formats" USING btree ("organization_id",lower(regexp_replace(normalize("name", NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')));--> statement-breakpoint
CREATE POLICY "own_organization" ON "export_formats" AS PERMISSIVE FOR ALL TO "kenshin_app" USING ("export_formats"."organization_id" = (select organization_of_call())) WITH CHECK ("export_formats"."organization_id" = (select organization_of_call()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (name, target, encoding, columns, replacements, updated_at), DELETE
  ON export_formats TO kenshin_app;
