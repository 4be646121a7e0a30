DROP INDEX "order_event_recovery";--> statement-breakpoint
-- Whether an order was cancelled while its payment was still being retried was not stored. It counts as given up when its
-- last attempt failed.
UPDATE "order_event" SET "recovers" = false FROM "order"
WHERE "order"."merchant_id" = "order_event"."merchant_id" AND "order"."id" = "order_event"."order_id" AND "order"."failed_on" IS NOT NULL
  AND "order"."charged" = 0 AND "order"."refunded" = 0 AND "order"."denied" + "order"."cancelled" > 0
  AND "type" = 'fail' AND "order_event"."amount" IS NULL AND NOT EXISTS (
    SELECT FROM "order_event" "later" WHERE "later"."merchant_id" = "order_event"."merchant_id"
      AND "later"."order_id" = "order_event"."order_id" AND "later"."sequence" > "order_event"."sequence" AND "later"."type" = 'fail');--> statement-breakpoint
CREATE INDEX "order_event_recovery" ON "order_event" USING btree ("merchant_id","date","order_id","sequence") WHERE "order_event"."recovers" is not null;
