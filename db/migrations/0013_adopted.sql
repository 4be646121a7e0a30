ALTER TABLE "operation" DROP CONSTRAINT "operation_status";--> statement-breakpoint
ALTER TABLE "operation" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "authorised_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_event" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE INDEX "operation_accepted" ON "operation" USING btree ("attempted") WHERE "operation"."status" = 'accepted';--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_reason" CHECK ("operation"."reason" in ('expired', 'released', 'external'));--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_status" CHECK ("operation"."status" in ('pending', 'accepted', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_reason" CHECK ("order_event"."reason" in ('expired', 'released', 'external'));