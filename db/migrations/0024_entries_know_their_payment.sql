ALTER TABLE "settlement_entry" ADD COLUMN "authorisation" text;--> statement-breakpoint
CREATE INDEX "settlement_entry_unknown" ON "settlement_entry" USING btree ("merchant_id","service","date") WHERE "settlement_entry"."order_id" is null and "settlement_entry"."authorisation" is not null;--> statement-breakpoint
-- What was charged or refunded beyond what orders say is booked from now on, also for entries that are stored already.
UPDATE "settlement_entry" SET "is_booked" = false FROM (
  SELECT moved."merchant_id", moved."order_id"
  FROM "settlement_entry" moved
  JOIN "order" stated ON stated."merchant_id" = moved."merchant_id" AND stated."id" = moved."order_id"
    AND stated."currency" = moved."currency"
  WHERE moved."kind" IN ('charge', 'refund', 'failed refund')
  GROUP BY moved."merchant_id", moved."order_id", stated."charged", stated."refunded"
  HAVING coalesce(sum(moved."amount") FILTER (WHERE moved."kind" = 'charge'), 0) > stated."charged" + stated."refunded"
    OR coalesce(-sum(moved."amount") FILTER (WHERE moved."kind" <> 'charge'), 0) > stated."refunded"
) differing
WHERE "settlement_entry"."merchant_id" = differing."merchant_id"
  AND "settlement_entry"."order_id" = differing."order_id";
