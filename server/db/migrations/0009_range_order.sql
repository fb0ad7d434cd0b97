-- Ranges that are upside down were judged as if they were not: their readings stay as they are.
UPDATE meters SET start_value = end_value, end_value = start_value WHERE start_value > end_value;
--> statement-breakpoint
UPDATE meters SET emergency_start_value = emergency_end_value, emergency_end_value = emergency_start_value
  WHERE emergency_start_value > emergency_end_value;
--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_range_order" CHECK ("meters"."start_value" <= "meters"."end_value");--> statement-breakpoint
ALTER TABLE "meters" ADD CONSTRAINT "meters_emergency_range_order" CHECK ("meters"."emergency_start_value" <= "meters"."emergency_end_value");