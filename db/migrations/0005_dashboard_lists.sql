DROP INDEX "subscription_due";--> statement-breakpoint
CREATE INDEX "account_called" ON "account" USING btree ("merchant_id",lower(coalesce("customer"->>'name', "customer"->>'email', "id")),"id");--> statement-breakpoint
CREATE INDEX "method_last4" ON "method" USING btree ("merchant_id","last4","account_id");--> statement-breakpoint
CREATE INDEX "subscription_newest" ON "subscription" USING btree ("merchant_id","created","account_id","id");--> statement-breakpoint
CREATE INDEX "subscription_ended" ON "subscription" USING btree ("merchant_id","created","account_id","id") WHERE "subscription"."ended" is not null;--> statement-breakpoint
CREATE INDEX "subscription_number" ON "subscription" USING btree ("merchant_id","number") WHERE "subscription"."number" is not null;--> statement-breakpoint
CREATE INDEX "subscription_due" ON "subscription" USING btree ("merchant_id","due","account_id","id") WHERE "subscription"."due" is not null;