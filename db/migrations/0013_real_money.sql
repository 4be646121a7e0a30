CREATE UNLOGGED TABLE "pace" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"next" jsonb NOT NULL,
	"wait" double precision NOT NULL,
	CONSTRAINT "pace_merchant_id_service_pk" PRIMARY KEY("merchant_id","service")
);
--> statement-breakpoint
CREATE TABLE "difference" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"order_id" text,
	"reference" text,
	"details" jsonb NOT NULL,
	"adoptable" boolean NOT NULL,
	"reported" boolean DEFAULT false NOT NULL,
	"found" timestamp (3) with time zone NOT NULL,
	"changed" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "difference_merchant_id_service_key_pk" PRIMARY KEY("merchant_id","service","key"),
	CONSTRAINT "difference_kind" CHECK ("difference"."kind" in ('missing here', 'missing there', 'foreign', 'duplicate', 'label', 'amount', 'currency', 'state', 'charge missing here', 'charge missing there', 'refund missing here', 'refund missing there', 'cancel missing here', 'cancel missing there', 'expired', 'own records')),
	CONSTRAINT "difference_state" CHECK ("difference"."state" in ('open', 'adopted', 'noted', 'gone'))
);
--> statement-breakpoint
CREATE TABLE "reconciliation" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"cause" text NOT NULL,
	"range_from" timestamp (3) with time zone NOT NULL,
	"range_to" timestamp (3) with time zone,
	"started" timestamp (3) with time zone NOT NULL,
	"finished" timestamp (3) with time zone,
	"orders" integer DEFAULT 0 NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"in_progress" integer DEFAULT 0 NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"adopted" integer DEFAULT 0 NOT NULL,
	"error" text,
	CONSTRAINT "reconciliation_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "reconciliation_cause" CHECK ("reconciliation"."cause" in ('command', 'daily', 'user'))
);
--> statement-breakpoint
CREATE TABLE "dispute" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"id" text NOT NULL,
	"order_id" text,
	"authorisation" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"is_inquiry" boolean NOT NULL,
	"opened" timestamp (3) with time zone NOT NULL,
	"due" timestamp (3) with time zone,
	CONSTRAINT "dispute_merchant_id_service_id_pk" PRIMARY KEY("merchant_id","service","id"),
	CONSTRAINT "dispute_state" CHECK ("dispute"."state" in ('needs response', 'under review', 'won', 'lost', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "payout" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"arrives" timestamp (3) with time zone NOT NULL,
	"is_complete" boolean NOT NULL,
	CONSTRAINT "payout_merchant_id_service_id_pk" PRIMARY KEY("merchant_id","service","id"),
	CONSTRAINT "payout_state" CHECK ("payout"."state" in ('on its way', 'paid', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "settlement_entry" (
	"merchant_id" text NOT NULL,
	"service" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"net" bigint NOT NULL,
	"currency" text NOT NULL,
	"order_id" text,
	"payout_id" text,
	"date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_entry_merchant_id_service_id_pk" PRIMARY KEY("merchant_id","service","id"),
	CONSTRAINT "settlement_entry_kind" CHECK ("settlement_entry"."kind" in ('charge', 'refund', 'failed refund', 'dispute', 'dispute reversal', 'fee', 'failed payout', 'other'))
);
--> statement-breakpoint
ALTER TABLE "operation" DROP CONSTRAINT "operation_status";--> statement-breakpoint
ALTER TABLE "order_event" DROP CONSTRAINT "order_event_type";--> statement-breakpoint
ALTER TABLE "card_connection" ADD COLUMN "pace" jsonb;--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "renew_authorisations" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operation" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "operation" ADD COLUMN "first_sent" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "authorised_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "expiry_notified" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "limits" jsonb;--> statement-breakpoint
ALTER TABLE "order_event" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "difference" ADD CONSTRAINT "difference_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation" ADD CONSTRAINT "reconciliation_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_merchant_id_order_id_order_merchant_id_id_fk" FOREIGN KEY ("merchant_id","order_id") REFERENCES "public"."order"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout" ADD CONSTRAINT "payout_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_entry" ADD CONSTRAINT "settlement_entry_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "difference_state_found" ON "difference" USING btree ("merchant_id","state","found");--> statement-breakpoint
CREATE INDEX "difference_order" ON "difference" USING btree ("merchant_id","order_id");--> statement-breakpoint
CREATE INDEX "reconciliation_newest" ON "reconciliation" USING btree ("merchant_id","started");--> statement-breakpoint
CREATE INDEX "dispute_due" ON "dispute" USING btree ("merchant_id","state","due");--> statement-breakpoint
CREATE INDEX "dispute_order" ON "dispute" USING btree ("merchant_id","order_id");--> statement-breakpoint
CREATE INDEX "payout_newest" ON "payout" USING btree ("merchant_id","created","id");--> statement-breakpoint
CREATE INDEX "settlement_entry_order" ON "settlement_entry" USING btree ("merchant_id","order_id") WHERE "settlement_entry"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "settlement_entry_payout" ON "settlement_entry" USING btree ("merchant_id","service","payout_id");--> statement-breakpoint
CREATE INDEX "settlement_entry_newest" ON "settlement_entry" USING btree ("merchant_id","service","date");--> statement-breakpoint
CREATE INDEX "service_notice_latest" ON "service_notice" USING btree ("merchant_id","service","received");--> statement-breakpoint
CREATE INDEX "operation_accepted" ON "operation" USING btree ("attempted") WHERE "operation"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX "order_authorised_until" ON "order" USING btree ("authorised_until") WHERE "order"."authorised_until" is not null;--> statement-breakpoint
CREATE INDEX "order_authorisation" ON "order" USING btree ("merchant_id","service_reference") WHERE "order"."payment" ->> 'service' <> 'test';--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_reason" CHECK ("operation"."reason" in ('expired', 'released', 'external'));--> statement-breakpoint
ALTER TABLE "operation" ADD CONSTRAINT "operation_status" CHECK ("operation"."status" in ('pending', 'accepted', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_reason" CHECK ("order_event"."reason" in ('expired', 'released', 'external'));--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_type" CHECK ("order_event"."type" in ('order', 'charge', 'cancel', 'refund', 'accept', 'fail'));