ALTER TABLE "card_connection" ADD COLUMN "collected_until" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "card_connection" SET "collected_until" = (
  SELECT max("date") FROM "settlement_entry"
  WHERE "settlement_entry"."merchant_id" = "card_connection"."merchant_id" AND "settlement_entry"."service" = "card_connection"."service");--> statement-breakpoint
DROP INDEX "settlement_entry_newest";
