-- Not of rows that earlier versions may have stored: a start must not fail for them.
ALTER TABLE "meter_terms" DROP CONSTRAINT "meter_terms_multiplier";--> statement-breakpoint
ALTER TABLE "meter_terms" ADD CONSTRAINT "meter_terms_digits" CHECK ("meter_terms"."digit_number" between 1 and 12) NOT VALID;--> statement-breakpoint
ALTER TABLE "meter_terms" ADD CONSTRAINT "meter_terms_decimals" CHECK ("meter_terms"."decimal_point" between 0 and least("meter_terms"."digit_number", 11)) NOT VALID;--> statement-breakpoint
ALTER TABLE "meter_terms" ADD CONSTRAINT "meter_terms_multiplier" CHECK ("meter_terms"."multiplier" > 0 and "meter_terms"."multiplier" <= 1000000) NOT VALID;