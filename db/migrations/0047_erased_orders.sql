CREATE TABLE "erased_order" (
	"merchant_id" text NOT NULL,
	"order_id" text NOT NULL,
	"erased" timestamp (3) with time zone NOT NULL,
	"erase_again" timestamp (3) with time zone,
	CONSTRAINT "erased_order_merchant_id_order_id_pk" PRIMARY KEY("merchant_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "erased_order" ADD CONSTRAINT "erased_order_merchant_id_order_id_order_merchant_id_id_fk" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erased_order_erase_again" ON "erased_order" USING btree ("erase_again") WHERE "erased_order"."erase_again" is not null;--> statement-breakpoint
-- Requests that the bank wanted to be approved first. No order refers to them, so nobody can erase them.
UPDATE "operation" SET "draft" = ("draft"::jsonb - 'metadata' #- '{payment,client}')::json WHERE "status" = 'failed' AND "kind" = 'authorise' AND "code" = 'verification required' AND num_nonnulls("draft" -> 'metadata', "draft" #> '{payment,client}') > 0;
