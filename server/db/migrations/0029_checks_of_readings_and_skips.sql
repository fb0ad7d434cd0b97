-- One statement, so that the readings are read once.
ALTER TABLE "readings"
  ADD CONSTRAINT "readings_source" CHECK ("readings"."source" in ('entry', 'phone', 'camera', 'analog')),
  ADD CONSTRAINT "readings_value_source" CHECK ("readings"."value_source" in ('reader', 'accepted', 'corrected', 'entered')),
  ADD CONSTRAINT "readings_confirmed_doubts" CHECK ("readings"."confirmed_doubts" <@ '{not_as_read,abnormal,out_of_range,backwards,too_fast,large_change}'::text[]);--> statement-breakpoint
ALTER TABLE "skips" ADD CONSTRAINT "skips_withdrawn" CHECK (("skips"."withdrawn_at" is null) = ("skips"."withdrawn_by_user_id" is null));
