ALTER TABLE "order_event" DROP CONSTRAINT "order_event_type";--> statement-breakpoint
ALTER TABLE "operation" ADD COLUMN "first_sent" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "expiry_notified" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "limits" jsonb;--> statement-breakpoint
CREATE INDEX "order_authorised_until" ON "order" USING btree ("authorised_until") WHERE "order"."authorised_until" is not null;--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_type" CHECK ("order_event"."type" in ('order', 'charge', 'cancel', 'refund', 'accept', 'fail'));