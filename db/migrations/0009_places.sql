DROP INDEX "operation_order";--> statement-breakpoint
ALTER TABLE "operation" ADD COLUMN "place" integer;--> statement-breakpoint
UPDATE "operation" SET "place" = "placed"."place" FROM (
	SELECT "merchant_id", "id", row_number() OVER (PARTITION BY "merchant_id", "order_id" ORDER BY "created", "id") AS "place" FROM "operation"
) "placed" WHERE "placed"."merchant_id" = "operation"."merchant_id" AND "placed"."id" = "operation"."id";--> statement-breakpoint
ALTER TABLE "operation" DROP CONSTRAINT "operation_merchant_id_id_pk";--> statement-breakpoint
ALTER TABLE "operation" ALTER COLUMN "place" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_merchant_id_order_id_place_pk" PRIMARY KEY("merchant_id","order_id","place");
