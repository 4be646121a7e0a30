ALTER TABLE "order_event" ADD COLUMN "currency" text;--> statement-breakpoint
UPDATE "order_event" SET "currency" = "order"."currency" FROM "order" WHERE "order"."merchant_id" = "order_event"."merchant_id" AND "order"."id" = "order_event"."order_id";--> statement-breakpoint
ALTER TABLE "order_event" ALTER COLUMN "currency" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "operation_refused" ON "operation" USING btree ("merchant_id","created") WHERE "operation"."status" = 'failed' and "operation"."kind" = 'authorise';--> statement-breakpoint
CREATE INDEX "order_event_money" ON "order_event" USING btree ("merchant_id","date","type","currency","amount") WHERE "order_event"."type" in ('charge', 'refund');