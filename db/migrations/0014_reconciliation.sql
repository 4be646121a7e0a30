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
ALTER TABLE "difference" ADD CONSTRAINT "difference_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation" ADD CONSTRAINT "reconciliation_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "difference_state_found" ON "difference" USING btree ("merchant_id","state","found");--> statement-breakpoint
CREATE INDEX "difference_order" ON "difference" USING btree ("merchant_id","order_id");--> statement-breakpoint
CREATE INDEX "reconciliation_newest" ON "reconciliation" USING btree ("merchant_id","started");