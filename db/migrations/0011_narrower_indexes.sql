DROP INDEX "order_ordered";--> statement-breakpoint
DROP INDEX "order_charged";--> statement-breakpoint
DROP INDEX "order_refunded";--> statement-breakpoint
DROP INDEX "order_cancelled";--> statement-breakpoint
DROP INDEX "order_pending";--> statement-breakpoint
DROP INDEX "order_denied";--> statement-breakpoint
DROP INDEX "order_event_reference";--> statement-breakpoint
-- Room for the next version of an order on its own page, so that charging it does not touch its indexes.
ALTER TABLE "order" SET (fillfactor = 85);