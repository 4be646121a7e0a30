ALTER TABLE "order_event" ADD COLUMN "recovers" boolean;--> statement-breakpoint
UPDATE "order_event" SET "recovers" = true FROM "order"
WHERE "order"."merchant_id" = "order_event"."merchant_id" AND "order"."id" = "order_event"."order_id" AND "order"."failed_on" IS NOT NULL
  AND ("type" = 'charge' OR "type" = 'fail' AND "original" = 'charge' AND "order_event"."amount" IS NOT NULL);--> statement-breakpoint
CREATE INDEX "order_event_recovery" ON "order_event" USING btree ("merchant_id","date","order_id","sequence") WHERE "order_event"."recovers";--> statement-breakpoint
CREATE INDEX "subscription_id" ON "subscription" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "subscription_movement_lost" ON "subscription_movement" USING btree ("merchant_id","date","currency","account_id") WHERE "subscription_movement"."kind" = 'lost';--> statement-breakpoint
CREATE INDEX "subscription_movement_customer" ON "subscription_movement" USING btree ("merchant_id","account_id","currency","date","kind");--> statement-breakpoint
-- The worker sums all days again, with charges and refunds counted separately.
DELETE FROM "daily_total";--> statement-breakpoint
DELETE FROM "daily_recurring";--> statement-breakpoint
DELETE FROM "daily_total_state";--> statement-breakpoint
ALTER TABLE "daily_total" ADD COLUMN "charges" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_total" ADD COLUMN "refunds" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_total" DROP COLUMN "movements";--> statement-breakpoint
-- PostgreSQL estimates how many rows contain a text from a sample of the values. With the default of 100, one value that
-- happens to be in the sample stands for a hundredth of all rows, and a search for it read the whole table.
ALTER TABLE "account" ALTER COLUMN "search_text" SET STATISTICS 500;--> statement-breakpoint
ALTER INDEX "subscription_number_text" ALTER COLUMN 2 SET STATISTICS 500;
