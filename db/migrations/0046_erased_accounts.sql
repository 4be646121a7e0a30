ALTER TABLE "account" ADD COLUMN "erased" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "erase_again" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "account_erase_again" ON "account" USING btree ("erase_again") WHERE "account"."erase_again" is not null;--> statement-breakpoint
CREATE INDEX "callback_delivery_other" ON "callback_delivery" USING btree ("merchant_id","subject") WHERE "callback_delivery"."order_id" is null;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_erased" CHECK ("account"."erased" is null or num_nonnulls("account"."customer", "account"."metadata", "account"."tags", "account"."chosen_language") = 0);