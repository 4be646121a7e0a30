ALTER TABLE "settlement_entry" ADD COLUMN "authorisation" text;--> statement-breakpoint
CREATE INDEX "settlement_entry_unknown" ON "settlement_entry" USING btree ("merchant_id","service","date") WHERE "settlement_entry"."order_id" is null and "settlement_entry"."authorisation" is not null;--> statement-breakpoint
-- What was charged or refunded beyond what orders say is booked from now on, also for entries that are stored already.
UPDATE "settlement_entry" SET "is_booked" = false WHERE "order_id" IS NOT NULL AND "kind" IN ('charge', 'refund', 'failed refund');
