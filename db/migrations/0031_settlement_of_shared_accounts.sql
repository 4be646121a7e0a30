DROP INDEX "settlement_entry_newest";--> statement-breakpoint
ALTER TABLE "card_connection" ADD COLUMN "collected_until" timestamp (3) with time zone;