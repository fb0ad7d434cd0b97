ALTER TABLE "readings" DROP CONSTRAINT "readings_confirmed_doubts";--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_confirmed_doubts" CHECK ("readings"."confirmed_doubts" <@ '{not_as_read,other_meter,same_picture,abnormal,out_of_range,backwards,above_next,too_fast,large_change}'::text[]);
