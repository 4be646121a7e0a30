DROP INDEX "order_event_recovery";--> statement-breakpoint
-- Whether an order was cancelled while its payment was still being retried was not stored. It counts as given up when its
-- last attempt failed.
UPDATE "order_event" SET "recovers" = false FROM "order"
WHERE "order"."merchant_id" = "order_event"."merchant_id" AND "order"."id" = "order_event"."order_id" AND "order"."failed_on" IS NOT NULL
  AND "order"."charged" = 0 AND "order"."refunded" = 0 AND "order"."denied" + "order"."cancelled" > 0
  AND "type" = 'fail' AND "order_event"."amount" IS NULL AND NOT EXISTS (
    SELECT FROM "order_event" "later" WHERE "later"."merchant_id" = "order_event"."merchant_id"
      AND "later"."order_id" = "order_event"."order_id" AND "later"."sequence" > "order_event"."sequence" AND "later"."type" = 'fail');--> statement-breakpoint
CREATE INDEX "order_event_recovery" ON "order_event" USING btree ("merchant_id","date","order_id","sequence") WHERE "order_event"."recovers" is not null;--> statement-breakpoint
-- The customer's own id and phone number become searchable. One statement, so that the table is rewritten once.
ALTER TABLE "account" DROP COLUMN "search_text",
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(id || ' ' || coalesce(number, '') || ' ' || coalesce(customer->>'name', '') || ' ' || coalesce(customer->>'email', '') || ' ' || coalesce(customer->>'id', '') || ' ' || coalesce(customer->>'phone', ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ALTER COLUMN "search_text" SET STATISTICS 500;--> statement-breakpoint
CREATE INDEX "account_search" ON "account" USING gin ("merchant_id","search_text" gin_trgm_ops);--> statement-breakpoint
-- How a search is read depends on the statistics, which PostgreSQL does not gather after such a change.
ANALYZE "account" ("search_text");
