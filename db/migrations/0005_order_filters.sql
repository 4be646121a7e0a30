ALTER TABLE "request_log" ADD COLUMN "request_id" text NOT NULL;--> statement-breakpoint
CREATE INDEX "order_amount" ON "order" USING btree ("merchant_id","currency","amount");--> statement-breakpoint
CREATE INDEX "order_card" ON "order" USING btree ("merchant_id",(payment ->> 'last4'),"created","id");--> statement-breakpoint
CREATE INDEX "order_event_rare" ON "order_event" USING btree ("merchant_id","type","date","order_id","sequence") WHERE "order_event"."type" not in ('order', 'charge');--> statement-breakpoint
CREATE INDEX "order_event_failure" ON "order_event" USING btree ("merchant_id","order_id") WHERE "order_event"."type" = 'fail';--> statement-breakpoint
CREATE INDEX "request_log_id" ON "request_log" USING btree ("merchant_id","request_id");