ALTER TABLE "rounds" DROP CONSTRAINT "rounds_of_inspection";--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_of_inspection" UNIQUE("inspection_id","begins_at","ends_at");